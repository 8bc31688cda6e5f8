import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Exchange, type HarDamage, type ReadHarOptions, readHar } from '../../src/har/index.js'
import { splitEntries } from '../../src/har/split-entries.js'

const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes)

async function read(source: string | Uint8Array | object, options?: ReadHarOptions): Promise<Exchange[]> {
  const bytes = source instanceof Uint8Array ? source : Buffer.from(asText(source))
  const exchanges: Exchange[] = []
  for await (const exchange of readHar(bytes, options)) exchanges.push(exchange)
  return exchanges
}

const asText = (source: unknown) => (typeof source === 'string' ? source : JSON.stringify(source))
const har = (...entries: unknown[]) => ({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } })

const ENTRY = {
  startedDateTime: '2026-11-22T10:00:00.123Z',
  time: 12,
  request: { method: 'GET', url: 'https://a.example/api/v1/me?x=1', headers: [], queryString: [] },
  response: { status: 200, headers: [], content: { size: 2, mimeType: 'application/json', text: '{}' } },
}

/** An entry as Chrome writes it. */
const CHROME = {
  _initiator: { type: 'script', stack: { callFrames: [{ functionName: '"}]' }] } },
  _resourceType: 'fetch',
  startedDateTime: '2026-11-22T10:00:00.123Z',
  request: {
    method: 'POST',
    url: 'https://a.example/api/v1/things',
    httpVersion: 'http/2.0',
    headers: [
      { name: ':authority', value: 'a.example' },
      { name: 'content-type', value: 'application/json' },
      { name: 'X-Twice', value: 'one' },
      { name: 'x-twice', value: 'two' },
    ],
    postData: { mimeType: 'application/json', text: '{"name":"Größe \\"}]"}' },
  },
  response: {
    status: 201,
    headers: [{ name: 'Content-Encoding', value: 'gzip' }],
    content: {
      size: 7,
      mimeType: 'application/json',
      text: Buffer.from('{"id":1}').toString('base64'),
      encoding: 'base64',
    },
  },
}

describe('reading a HAR file', () => {
  it('gives method, address, headers, exact bodies and time of each entry', async () => {
    const [first, second] = await read(har(CHROME, ENTRY))
    expect(first).toMatchObject({
      method: 'POST',
      url: 'https://a.example/api/v1/things',
      requestHeaders: { 'content-type': 'application/json', 'x-twice': 'one, two' },
      status: 201,
      startedAt: Date.parse('2026-11-22T10:00:00.123Z'),
      entry: 1,
      incomplete: [],
    })
    expect(text(first!.requestBody)).toBe('{"name":"Größe \\"}]"}')
    expect(text(first!.responseBody)).toBe('{"id":1}')
    expect(second).toMatchObject({ method: 'GET', entry: 2, status: 200 })
    expect(second!.requestBody).toBeUndefined()
  })

  it('takes a body out of gzip where the program that wrote the file did not', async () => {
    const packed = { text: gzipSync('{"id":2}').toString('base64'), encoding: 'base64' }
    const [exchange] = await read(har({ ...CHROME, response: { ...CHROME.response, content: packed } }))
    expect(text(exchange!.responseBody)).toBe('{"id":2}')
  })

  it('makes the body of a form that was kept by its fields', async () => {
    const postData = { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a', value: 'x y' }] }
    const [exchange] = await read(har({ ...ENTRY, request: { ...ENTRY.request, postData } }))
    expect(text(exchange!.requestBody)).toBe('a=x+y')
  })

  it('finds the entries wherever they stand, after a byte order mark too', async () => {
    const { log } = har(ENTRY)
    const odd = {
      other: [{ log: { entries: [1] } }],
      log: { pages: [{ entries: [{}] }], entries: log.entries, comment: '}' },
    }
    expect(await read(`\ufeff${JSON.stringify(odd, null, 2)}`)).toHaveLength(1)
  })

  it('gives a status of 0 where no answer came, and leaves out what is not HTTP', async () => {
    const socket = { ...ENTRY, request: { ...ENTRY.request, url: 'wss://a.example/socket' } }
    const lost = { ...ENTRY, response: { status: 0, headers: [], content: {} } }
    const exchanges = await read(har(socket, lost, { ...ENTRY, response: undefined }))
    expect(exchanges.map(({ status, entry }) => [status, entry])).toEqual([
      [0, 2],
      [0, 3],
    ])
  })

  it('reads all of a file however it is cut into chunks', async () => {
    const bytes = Buffer.from(JSON.stringify(har(CHROME, ENTRY, CHROME), null, 1))
    for (const size of [1, 2, 3, 7, 64]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      const entries: unknown[] = []
      for await (const { json } of splitEntries(chunks)) entries.push(JSON.parse(new TextDecoder().decode(json)))
      expect(entries).toEqual([CHROME, ENTRY, CHROME])
    }
  })

  it('reads a file by its path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'inpk-har-'))
    try {
      const path = join(folder, 'a.har')
      writeFileSync(path, JSON.stringify(har(...Array.from({ length: 500 }, () => CHROME))))
      let count = 0
      for await (const { status } of readHar(path)) count += Number(status === 201)
      expect(count).toBe(500)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('a damaged HAR file', () => {
  const lines = ['{"log":{"version":"1.2","entries":[', JSON.stringify(CHROME), `,${JSON.stringify(ENTRY)}`, ']}}']
  const whole = lines.join('\n')

  it('cut off at any byte gives the whole entries before, and says where it is cut off', async () => {
    const bytes = Buffer.from(whole)
    for (let length = lines[0]!.length; length < bytes.length; length += 1) {
      const damage: HarDamage[] = []
      const exchanges = await read(bytes.subarray(0, length), { onDamage: (each) => damage.push(each) })
      const text = bytes.subarray(0, length).toString()
      const ends = [lines.slice(0, 2).join('\n').length, lines.slice(0, 3).join('\n').length]
      expect(exchanges).toHaveLength(ends.filter((end) => end <= text.length).length)
      expect(damage.map(({ entry }) => entry)).toEqual([exchanges.length + 1])
    }
  })

  it('is refused with entry and line where nobody asked for damage', async () => {
    await expect(read(`${lines[0]}\n${lines[1]}\n,{"request":`)).rejects.toThrow(
      /^entry 2 \(line 3\): the file ends early, .*; the entry before is whole$/,
    )
    await expect(read(`${lines[0]}\n{"request":{]}}`)).rejects.toThrow(/^entry 1 \(line 2\)/)
    await expect(read(har({ request: { method: 'GET', url: '/me' } }))).rejects.toThrow(
      'entry 1 (line 1): its URL is invalid: /me',
    )
    await expect(read(har({ request: {} }))).rejects.toThrow('its request has no `method` or no `url`')
    await expect(read(har({}))).rejects.toThrow('entry 1 (line 1): it has no `request`')
  })

  it('passes over damaged entries and reads the others where asked for', async () => {
    const damage: HarDamage[] = []
    const exchanges = await read(har({}, ENTRY), { onDamage: (each) => damage.push(each) })
    expect([exchanges.length, damage.length]).toEqual([1, 1])
  })

  it.each([
    ['{"items":[]}', 'not a HAR file'],
    ['', 'not a HAR file'],
    ['openapi: 3.0.0', 'not a HAR file'],
    [gzipSync('{}'), 'compressed'],
    [Buffer.from(`\ufeff{}`, 'utf16le'), 'UTF-16'],
  ])('which is none is refused: %#', async (source, why) => {
    await expect(read(source)).rejects.toThrow(why)
  })
})
