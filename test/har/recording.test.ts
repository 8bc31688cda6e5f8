import { appendFileSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { wellKnownKey } from '../../src/contract/well-known-keys.js'
import { harEntry } from '../../src/har/har-entry.js'
import { openHarFile } from '../../src/har/har-file.js'
import { type Exchange, readHar } from '../../src/har/index.js'
import { BodyKeeper, KEPT_BYTES, type Observed, wholeBody } from '../../src/har/observed.js'
import { openRecording, recordedTransport } from '../../src/har/recording.js'
import { Secrets } from '../../src/har/secrets.js'
import { scratchFolder, writeFile } from '../commands/scratch.js'

const KEY = wellKnownKey(1, 'test', 'all')
const SEEN: Observed = {
  method: 'POST',
  url: 'https://a.example/api/v1/things?limit=1',
  requestHeaders: [['Content-Type', 'application/json']],
  requestBody: wholeBody('{"name":"Größe"}'),
  status: 200,
  responseHeaders: [['Content-Type', 'application/json']],
  responseBody: wholeBody('{"id":1}'),
  startedAt: Date.UTC(2026, 10, 22),
  waitMs: 5,
  receiveMs: 1,
}

const open = (path: string, onTrouble: (why: string) => void = expect.unreachable) =>
  openRecording(path, { secrets: [], onTrouble })

async function exchangesIn(path: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for await (const exchange of readHar(path)) exchanges.push(exchange)
  return exchanges
}

const entryOf = (seen: Partial<Observed>, secrets: string[] = []) => {
  const whole = { ...SEEN, ...seen }
  return JSON.stringify(harEntry(whole, new Secrets(secrets)))
}

async function recorded(seen: Partial<Observed>): Promise<Exchange> {
  const bytes = Buffer.from(`{"log":{"entries":[${entryOf(seen)}]}}`)
  for await (const exchange of readHar(bytes)) return exchange
  throw new Error('no entry')
}

describe('a recording', () => {
  it('is a valid HAR file of its owner after each entry', async () => {
    const path = join(scratchFolder(), 'a.har')
    const recording = await open(path)
    for (let count = 0; count < 3; count += 1) {
      const { log } = JSON.parse(readFileSync(path, 'utf8'))
      expect([log.version, log.creator.name, log.entries.length]).toEqual(['1.2', 'inpk', count])
      recording.add(SEEN)
    }
    await recording.close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(recording.count).toBe(3)
    expect(await exchangesIn(path)).toHaveLength(3)
  })

  it('goes on in a file that is there, of ours or of another program', async () => {
    const folder = scratchFolder()
    const foreign = { log: { version: '1.2', creator: { name: 'Browser' }, entries: [{ request: {} }], comment: ']}' } }
    const empty = { log: { entries: [] } }
    const files = [foreign, empty].map((value, at) => writeFile(folder, `${at}.har`, JSON.stringify(value, null, 2)))
    for (const path of [...files, join(folder, 'new.har'), join(folder, 'new.har')]) {
      const recording = await open(path)
      recording.add(SEEN)
      recording.add(SEEN)
      await recording.close()
    }
    const logOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')).log
    expect(logOf(files[0]!)).toMatchObject({ creator: { name: 'Browser' }, comment: ']}' })
    expect([files[0]!, files[1]!, join(folder, 'new.har')].map((path) => logOf(path).entries.length)).toEqual([3, 2, 4])
  })

  it('takes up a file that is empty, and one of ours that was torn', async () => {
    const folder = scratchFolder()
    const path = writeFile(folder, 'a.har', '')
    const first = await open(path)
    first.add(SEEN)
    first.add(SEEN)
    await first.close()
    truncateSync(path, statSync(path).size - 40)
    const second = await open(path)
    second.add(SEEN)
    await second.close()
    expect([first.wasTorn, second.wasTorn]).toEqual([false, true])
    expect(JSON.parse(readFileSync(path, 'utf8')).log.entries).toHaveLength(2)
  })

  it.each([
    ['{"items":[]}', 'is not a HAR file'],
    ['a,b\n1,2\n', 'is not a HAR file'],
    ['{"log":{"entries":[{"a":1},', 'is cut off at line 1'],
  ])('never touches a file of another kind: %s', async (text, why) => {
    const path = writeFile(scratchFolder(), 'a', text)
    await expect(open(path)).rejects.toThrow(why)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('is refused where there is a device, a folder, or another recording', async () => {
    const folder = scratchFolder()
    await expect(open('/dev/null')).rejects.toThrow('is not a regular file')
    await expect(open(folder)).rejects.toThrow('EISDIR')
    const path = join(folder, 'a.har')
    symlinkSync(path, join(folder, 'link.har'))
    const recording = await open(path)
    await expect(open(join(folder, 'link.har'))).rejects.toThrow(/is being recorded to by process \d+/)
    await recording.close()
    await (await open(path)).close()
  })

  it('ends, and says so once, where another program changes the file', async () => {
    const path = join(scratchFolder(), 'a.har')
    const troubles: string[] = []
    const recording = await open(path, (why) => troubles.push(why))
    recording.add(SEEN)
    appendFileSync(path, ' ')
    recording.add(SEEN)
    recording.add(SEEN)
    await recording.close()
    expect(troubles).toEqual(['was changed by another program'])
    expect([recording.count, (await exchangesIn(path)).length]).toEqual([1, 1])
  })

  it('leaves the file as it was where an entry cannot be written', async () => {
    const path = join(scratchFolder(), 'a.har')
    const file = await openHarFile(path)
    file.append('{}')
    await file.close()
    expect(() => file.append('{}')).toThrow()
    expect(JSON.parse(readFileSync(path, 'utf8')).log.entries).toEqual([{}])
    writeFileSync(path, '')
  })
})

it('a stream is recorded as far as it went when it is told to end', async () => {
  const path = join(scratchFolder(), 'a.har')
  const recording = await open(path)
  const controller = new AbortController()
  const transport = recordedTransport(
    async ({ takeStream, signal }) => {
      const parts = async function* () {
        yield Buffer.from('data: one\n\n')
        controller.abort(new Error('ended by SIGINT'))
        signal?.throwIfAborted()
      }
      await takeStream?.(parts(), { 'content-type': 'text/event-stream' })
      return { status: 200, headers: {}, body: new Uint8Array() }
    },
    recording,
    { now: () => 0, monotonic: () => 0 },
  )
  const seen: string[] = []
  const request = { method: 'GET', url: 'https://a.example/mcp', headers: {}, signal: controller.signal }
  const takeStream = async (parts: AsyncIterable<Uint8Array>) => {
    for await (const part of parts) seen.push(Buffer.from(part).toString())
  }
  await expect(transport({ ...request, takeStream })).rejects.toThrow('ended by SIGINT')
  await recording.close()
  const { log } = JSON.parse(readFileSync(path, 'utf8'))
  expect(seen).toEqual(['data: one\n\n'])
  expect(log.entries).toMatchObject([
    {
      comment: 'ended by SIGINT',
      response: { status: 200, content: { mimeType: 'text/event-stream', _incomplete: true } },
    },
  ])
})

describe('what a recording keeps', () => {
  it('keeps bodies exactly, as text where they are UTF-8', async () => {
    const bodies = [
      Buffer.from('{"name":"Größe \\u0041"}\r\n'),
      Buffer.from([0, 255, 1, 2, 128]),
      Buffer.from('\ufeffa\0b'),
    ]
    for (const body of bodies) {
      const exchange = await recorded({ requestBody: wholeBody(body), responseBody: wholeBody(body) })
      expect(Buffer.from(exchange.requestBody!)).toEqual(body)
      expect(Buffer.from(exchange.responseBody!)).toEqual(body)
      expect(exchange.incomplete).toEqual([])
    }
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('takes %s off', async (coding, pack) => {
    const responseHeaders = [['content-encoding', coding]] as const
    const exchange = await recorded({ responseHeaders, responseBody: wholeBody(pack('{"id":7}')) })
    expect(Buffer.from(exchange.responseBody!).toString()).toBe('{"id":7}')
  })

  it('says how large a body is out of its coding, and how many bytes of it went by', () => {
    const text = '{"id":1}'.repeat(1_000)
    const sizesOf = (coding: string, bytes: Buffer) => {
      const responseHeaders: [string, string][] = coding === '' ? [] : [['content-encoding', coding]]
      const { response } = JSON.parse(entryOf({ responseHeaders, responseBody: wholeBody(bytes) }))
      return [response.content.size, response.bodySize]
    }
    const packed = gzipSync(text)
    expect(sizesOf('gzip', packed)).toEqual([8_000, packed.length])
    expect(sizesOf('', Buffer.from(text))).toEqual([8_000, 8_000])
    expect(sizesOf('zstd', packed)).toEqual([packed.length, packed.length])
  })

  it('leaves out what it cannot read, for the secrets in it', async () => {
    const entry = JSON.parse(
      entryOf({ responseHeaders: [['content-encoding', 'zstd']], responseBody: wholeBody('secret') }),
    )
    expect(entry.response.content).toMatchObject({ comment: 'left out: it is not readable as zstd', _incomplete: true })
    expect(entry.response.content.text).toBeUndefined()
  })

  it('keeps the beginning of a body of any size, and says how much went by', () => {
    const keeper = new BodyKeeper()
    const part = Buffer.alloc(1024 * 1024, 'x')
    for (let at = 0; at < 100; at += 1) keeper.take(part)
    const body = keeper.body(true)
    expect([body.bytes.length, body.total]).toEqual([KEPT_BYTES, 100 * part.length])
    const { content } = JSON.parse(entryOf({ responseBody: body })).response
    expect(content).toMatchObject({
      size: 100 * part.length,
      comment: 'the body is larger than what is kept; 104857600 bytes went by',
      _incomplete: true,
    })
    expect(content.text.length).toBeLessThan(KEPT_BYTES)
  })

  it('leaves out the end of a cut body, where a secret may be cut too', async () => {
    const text = `${'x'.repeat(5_000)}"api_key":"half-a-sec`
    const exchange = await recorded({ responseBody: { bytes: Buffer.from(text), total: 9_999, ended: false } })
    expect(exchange.incomplete).toEqual(['response'])
    expect(Buffer.from(exchange.responseBody!).toString()).not.toContain('half')
  })
})

describe('secrets', () => {
  const TOKEN = 'tok-0123456789abcdef'
  const secretive: Partial<Observed> = {
    url: `https://user:hidden-pass@a.example/things?access_token=${TOKEN}&cursor=abc&key=k-12345&api_key=${KEY}`,
    requestHeaders: [
      ['Authorization', `Bearer ${TOKEN}`],
      ['Cookie', 'session=cookie-1234567; b=2'],
      ['X-API-Key', 'foreign-key-99'],
      ['Idempotency-Key', 'kept'],
    ],
    requestBody: wholeBody(`client_secret=form-secret&grant_type=x&token=form-token`),
    responseHeaders: [
      ['Set-Cookie', 'session=cookie-7654321; Path=/; HttpOnly'],
      ['Location', `https://b.example/?token=redirect-token&page=2`],
      ['X-Echo', `foreign-key-99 HttpOnly`],
    ],
    responseBody: wholeBody(
      JSON.stringify({
        secret: 'whsec_1',
        webhook_secret: 'whsec_2',
        apiKey: 'camel-key',
        echo: `${TOKEN} ${KEY} cookie-7654321`,
        next: 'https://a.example/?page_token=kept-too&token=in-body',
        next_cursor: 'cursor-kept',
      }),
    ),
  }

  it('of headers, addresses, forms and JSON are removed, and nothing else', () => {
    const entry = entryOf(secretive)
    const hidden = [
      TOKEN,
      'hidden-pass',
      'k-12345',
      'cookie-1234567',
      'cookie-7654321',
      'foreign-key-99',
      'form-secret',
    ]
    const more = ['form-token', 'redirect-token', 'whsec_1', 'whsec_2', 'camel-key', 'in-body', KEY, KEY.split('_')[3]!]
    expect([...hidden, ...more].filter((secret) => entry.includes(secret))).toEqual([])
    for (const kept of [
      'cursor=abc',
      'kept',
      'page=2',
      'page_token=kept-too',
      'cursor-kept',
      'grant_type=x',
      'HttpOnly',
    ]) {
      expect(entry).toContain(kept)
    }
    JSON.parse(entry)
  })

  it('are removed from what was written before they were known for secrets', async () => {
    const path = join(scratchFolder(), 'a.har')
    const recording = await open(path)
    recording.add({ ...SEEN, responseBody: wholeBody(`{"note":"${TOKEN}","n":987654321,"kept":"a \\"b\\""}`) })
    recording.add({ ...SEEN, responseBody: wholeBody(Buffer.from(`\xff${TOKEN}`, 'latin1')) })
    recording.add({
      ...SEEN,
      requestHeaders: [
        ['Authorization', `Bearer ${TOKEN}`],
        ['X-Token', '987654321'],
      ],
    })
    await recording.close()
    const text = readFileSync(path, 'utf8')
    expect(text).not.toContain(TOKEN)
    expect(text).not.toContain(Buffer.from(TOKEN).toString('base64').slice(2, 20))
    const [first, second] = await exchangesIn(path)
    const note = 'x'.repeat(TOKEN.length)
    expect(Buffer.from(first!.responseBody!).toString()).toBe(`{"note":"${note}","n":111111111,"kept":"a \\"b\\""}`)
    expect(Buffer.from(second!.responseBody!).toString('latin1')).not.toContain(TOKEN.slice(2, -2))
  })

  it('that are new with each request cost as much in a long recording as in a short one', async () => {
    const path = join(scratchFolder(), 'a.har')
    const recording = await open(path)
    const token = (at: number) => `opaque-value-of-request-${at}-${'z'.repeat(12)}`
    // What request 150 uses was handed out at the very beginning.
    recording.add({ ...SEEN, responseBody: wholeBody(`{"note":"${token(150)}"}`) })
    const fill = 'text of feedback, '.repeat(600)
    const spent = (from: number) => {
      const before = process.cpuUsage()
      for (let at = from; at < from + 50; at += 1) {
        const requestHeaders = [['Authorization', `Bearer ${token(at)}`]] as const
        recording.add({ ...SEEN, requestHeaders, responseBody: wholeBody(`{"note":"${fill}"}`) })
      }
      return process.cpuUsage(before).user
    }
    spent(0)
    const early = spent(50)
    spent(100)
    spent(150)
    spent(200)
    spent(250)
    expect(spent(300)).toBeLessThan(3 * early)
    await recording.close()
    expect(readFileSync(path, 'utf8')).not.toContain(token(150))
  }, 60_000)

  it('are removed from all that follows, and from what is compressed or no text', () => {
    const secrets = new Secrets(['own-secret'])
    harEntry({ ...SEEN, ...secretive }, secrets)
    const later = (bytes: Uint8Array, headers: Observed['responseHeaders'] = []) => {
      const seen = { ...SEEN, responseBody: wholeBody(bytes), responseHeaders: headers }
      const { text = '', encoding } = harEntry(seen, secrets).response.content
      return Buffer.from(text, encoding ?? 'utf8').toString('latin1')
    }
    expect(later(Buffer.from(`it is ${TOKEN}`))).toBe('it is [removed]')
    expect(later(gzipSync(`it is own-secret`), [['content-encoding', 'gzip']])).toBe('it is [removed]')
    expect(later(Buffer.concat([Buffer.of(255), Buffer.from(TOKEN)]))).toBe('\xff[removed]')
  })
})
