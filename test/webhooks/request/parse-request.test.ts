import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sign } from '../../../src/webhooks/index.js'
import { diagnose, parseRequest, UnreadableRequestError } from '../../../src/webhooks/tools.js'

const BODY = Buffer.from('{"event":"test","data":{"message":"Größe"}}')
const SIGNATURE = sign('s', BODY)
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const raw = (head: string[], body: Uint8Array, end = '\r\n') =>
  Buffer.concat([latin1(head.join(end) + end + end), body])
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

describe('a raw HTTP request', () => {
  const head = ['POST /hooks HTTP/1.1', 'Host: a', `X-Service-Signature: ${SIGNATURE}`]

  it('[SIG-2] has its headers and the exact bytes of its body', () => {
    const request = parseRequest(raw(head, BODY))
    expect(request).toMatchObject({ form: 'raw', headers: { host: 'a', 'x-service-signature': SIGNATURE } })
    expect(request.body).toEqual(BODY)
    expect(diagnose({ ...request, signature: SIGNATURE, secrets: ['s'] })).toEqual({ verified: true, secretIndex: 0 })
  })

  it('[SIG-2] any bytes come through, in either kind of line break', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('\r\n', '\n'), (body, end) => {
        expect(Buffer.from(parseRequest(raw(head, body, end)).body)).toEqual(Buffer.from(body))
      }),
      { numRuns: 500 },
    )
  })

  it('ends where Content-Length says, if more was saved', () => {
    const request = parseRequest(raw([...head, `Content-Length: ${BODY.length}`], Buffer.concat([BODY, latin1('\n')])))
    expect(request.body).toEqual(BODY)
  })

  it('keeps what there is, if less was saved than Content-Length says', () => {
    const request = parseRequest(raw([...head, 'Content-Length: 1000'], BODY))
    expect(request.body).toEqual(BODY)
    expect(diagnose({ ...request, signature: sign('s', 'other'), secrets: ['s'] })).toMatchObject({
      cause: { id: 'body-shorter-than-declared' },
    })
  })

  it('has its chunks taken apart', () => {
    const chunked = Buffer.concat([
      latin1('a;x=1\r\n'),
      BODY.subarray(0, 10),
      latin1(`\r\n${(BODY.length - 10).toString(16)}\r\n`),
      BODY.subarray(10),
      latin1('\r\n0\r\n\r\n'),
    ])
    expect(parseRequest(raw([...head, 'Transfer-Encoding: chunked'], chunked)).body).toEqual(BODY)
  })

  it('joins repeated headers and unfolds folded ones', () => {
    const { headers } = parseRequest(raw(['POST / HTTP/1.1', 'X-A: 1', 'x-a: 2', 'X-B: one', '  two'], BODY))
    expect(headers).toEqual({ 'x-a': '1, 2', 'x-b': 'one two' })
  })

  it('a header named __proto__ is one like any other', () => {
    const { headers } = parseRequest(raw(['POST / HTTP/1.1', '__proto__: x', 'constructor: y'], BODY))
    expect(headers.constructor).toBe('y')
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype)
  })
})

describe('a HAR entry', () => {
  const entry = (postData: unknown, headers = [{ name: 'X-Service-Signature', value: SIGNATURE }]) => ({
    request: { method: 'POST', headers, postData },
  })
  const text = BODY.toString()

  it('[SIG-2] has its body as UTF-8, or in base64 where it says so', () => {
    for (const postData of [{ text }, { text: BODY.toString('base64'), encoding: 'base64' }]) {
      expect(parseRequest(json(entry(postData)))).toMatchObject({
        form: 'har',
        headers: { 'x-service-signature': SIGNATURE },
      })
      expect(parseRequest(json(entry(postData))).body).toEqual(BODY)
    }
  })

  it('may be the request alone, or a file with one signed delivery', () => {
    expect(parseRequest(json(entry({ text }).request)).body).toEqual(BODY)
    const log = { entries: [{ request: { headers: [] } }, entry({ text: 'x' }, []), entry({ text })] }
    expect(parseRequest(json({ log })).body).toEqual(BODY)
  })

  it('is not guessed from a file with several', () => {
    expect(() => parseRequest(json({ log: { entries: [entry({ text }), entry({ text })] } }))).toThrow(/2 requests/)
    expect(() => parseRequest(json({ log: { entries: [] } }))).toThrow(/0 requests/)
  })
})

describe('a saved delivery', () => {
  const headers = { 'Content-Type': 'application/json', 'X-Service-Signature': SIGNATURE }

  it('[SIG-2] has its bytes in base64, also where they are not UTF-8', () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe])
    const record = { id: 'dlv_1', headers, body: 'x', body_base64: bytes.toString('base64') }
    expect(parseRequest(json(record))).toEqual({
      form: 'delivery',
      headers: { 'content-type': 'application/json', 'x-service-signature': SIGNATURE },
      body: bytes,
    })
  })

  it('may have its body as text alone, and a byte order mark before it', () => {
    const record = Buffer.concat([Buffer.from('\ufeff'), json({ headers, body: BODY.toString() })])
    expect(parseRequest(record).body).toEqual(BODY)
  })
})

describe('anything else', () => {
  const others = [
    '',
    'hello',
    '[]',
    'null',
    '{}',
    '{"headers":[]}',
    '{"body":"x"}',
    '{"headers":{}}',
    'POST /x HTTP/1.1',
    '\xff',
  ]
  for (const other of others) {
    it(`${JSON.stringify(other)} is refused, saying what it could have been`, () => {
      expect(() => parseRequest(latin1(other))).toThrow(UnreadableRequestError)
      expect(() => parseRequest(latin1(other))).toThrow(/^Not a raw HTTP request, HAR entry or saved delivery/)
    })
  }

  it('random bytes never throw anything but that', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          try {
            parseRequest(bytes)
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableRequestError)
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
