import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harEntry } from '../../src/har/har-entry.js'
import { type Observed, wholeBody } from '../../src/har/observed.js'
import { Secrets } from '../../src/har/secrets.js'

const RUNS = process.env.INPK_SOAK ? { numRuns: 3_000 } : { numRuns: 150, seed: 15 }
const SEEN: Observed = {
  method: 'POST',
  url: 'https://a.example/things',
  requestHeaders: [],
  requestBody: wholeBody(''),
  status: 200,
  responseHeaders: [],
  responseBody: wholeBody(''),
  startedAt: 0,
  waitMs: 1,
  receiveMs: 1,
}
const entryOf = (seen: Partial<Observed>, secrets = new Secrets([])) => harEntry({ ...SEEN, ...seen }, secrets)
const answerTo = (body: string, secrets?: Secrets) =>
  entryOf({ responseBody: wholeBody(body) }, secrets).response.content.text
const unit = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
const byte = (char: string) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`
const json = (text: string) => JSON.stringify(text).slice(1, -1)

describe('what was sent to authenticate', () => {
  const secret = fc
    .string({ minLength: 12, maxLength: 60, unit: fc.constantFrom(...'abcXYZ0189-._~+/="\\ &%:') })
    .filter((text) => text.trim() === text && new Set(text).size > 6 && !/\s|%[2-7]/.test(text))
  /** How a text may be written; the secret is read back from it. */
  const SPELLINGS: Record<string, (text: string) => string> = {
    plain: (text) => text,
    json,
    'json twice': (text) => json(json(text)),
    'json in full': (text) => [...text].map(unit).join(''),
    'json here and there': (text) =>
      [...json(text)]
        .map((char, at) => (/\w/.test(char) && at % 3 === 0 && json(text)[at - 1] !== '\\' ? unit(char) : char))
        .join(''),
    address: encodeURIComponent,
    form: (text) => new URLSearchParams({ a: text }).toString().slice(2),
    'address in full': (text) => [...text].map(byte).join(''),
    'address in json': (text) => json(encodeURIComponent(text)),
    base64: (text) => Buffer.from(text).toString('base64'),
    'base64 of more': (text) => Buffer.from(`user:${text}!`).toString('base64'),
    base64url: (text) => Buffer.from(`a${text}`).toString('base64url'),
  }
  const place = fc.record({
    spelling: fc.constantFrom(...Object.keys(SPELLINGS)),
    around: fc.constantFrom<[string, string]>(
      ['', ''],
      ['{"note":"it is ', ' here"}'],
      ['data: {"a":["', '"]}\n\n'],
      ['<p>', '</p>'],
      ['a=1&b=', '&c=2'],
      ['\xff\0', '\0'],
    ),
    at: fc.constantFrom('request', 'response', 'header', 'url'),
  })

  it('is nowhere in the file, however it is written and wherever it stands', () => {
    fc.assert(
      fc.property(secret, place, (value, { spelling, around, at }) => {
        const written = around[0] + SPELLINGS[spelling]!(value) + around[1]
        const seen = entryOf({
          requestHeaders: [['X-Api-Key', value]],
          ...(at === 'request' ? { requestBody: wholeBody(Buffer.from(written, 'latin1')) } : {}),
          ...(at === 'response' ? { responseBody: wholeBody(Buffer.from(written, 'latin1')) } : {}),
          ...(at === 'header' ? { responseHeaders: [['x-echo', written] as const] } : {}),
          ...(at === 'url' ? { url: `https://a.example/${encodeURI(written)}` } : {}),
        })
        const bodyOf = (kept: { text?: string; encoding?: 'base64' } = {}) =>
          Buffer.from(kept.text ?? '', kept.encoding ?? 'utf8').toString(kept.encoding ? 'latin1' : 'utf8')
        const texts = [
          seen.request.url,
          bodyOf(seen.request.postData),
          bodyOf(seen.response.content),
          ...seen.response.headers.map((header) => header.value),
        ]
        const [start = '', end = ''] = at === 'url' ? around.map(encodeURI) : around
        const kept = texts.filter((text) => text.includes(SPELLINGS[spelling]!(value)))
        expect(kept).toEqual([])
        expect(texts.some((text) => text.includes(start) && text.includes(end))).toBe(true)
      }),
      RUNS,
    )
  })
})

describe('what its name gives away', () => {
  const V = 'v-0123456789-secret-text'
  it.each([
    ['an object', `{"secret": {"value": "${V}", "id": 5}}`, `{"secret": {"value": "[removed]", "id": 5}}`],
    ['a list', `{"secrets":["${V}","${V}2"],"a":["b"]}`, `{"secrets":["[removed]","[removed]"],"a":["b"]}`],
    ['an escaped name', `{"se\\u0063ret":"${V}","a":"b"}`, `{"se\\u0063ret":"[removed]","a":"b"}`],
    ['JSON in JSON', `{"a":"{\\"secret\\":\\"${V}\\",\\"b\\":1}"}`, `{"a":"{\\"secret\\":\\"[removed]\\",\\"b\\":1}"}`],
    ['a number', '{"password":12345678,"n":12345678}', '{"password":0,"n":12345678}'],
    ['a stream', `event: x\ndata: {"api_key":"${V}"}\n\n`, 'event: x\ndata: {"api_key":"[removed]"}\n\n'],
    ['a form', `se%63ret=${V}&b=1`, 'se%63ret=[removed]&b=1'],
    ['a form in JSON', `{"q":"?a=1\\u0026token=${V}"}`, '{"q":"?a=1\\u0026token=[removed]"}'],
    [
      'a field of a form',
      `--x\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\n${V}\r\n--x--`,
      '--x\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\n[removed]\r\n--x--',
    ],
    ['an address', `{"u":"https:\\/\\/me:${V}@a.example\\/"}`, '{"u":"https:\\/\\/me:[removed]@a.example\\/"}'],
    ['a code of a sign-in', `https://a.example/?code=0a${V}&state=s`, 'https://a.example/?code=[removed]&state=s'],
    ['a value that was cut', `{"a":1,"refresh_token":"${V}`, '{"a":1,"refresh_token":"[removed]'],
    ['a value with quotes', `{"secret":"a\\"b\\\\","b":"c"}`, '{"secret":"[removed]","b":"c"}'],
  ])('is removed in %s, and nothing else', (_, body, expected) => expect(answerTo(body)).toBe(expected))

  it('is removed from what follows', () => {
    const secrets = new Secrets([])
    entryOf({ responseBody: wholeBody(`{"webhook":{"signing_secret":{"value":"${V}"}}}`) }, secrets)
    expect(answerTo(`it is ${V}`, secrets)).toBe('it is [removed]')
  })

  it('is nothing that errors, items and lists are made of', () => {
    const body = JSON.stringify({
      error: { code: 'VALIDATION_ERROR_OF_A_KIND', message: 'the token "secret": is missing' },
      has_secret: true,
      secret: null,
      secrets_count: 3,
      key: 'a-key-of-an-item-1234',
      next_page_token: 'cursor-of-the-next-page',
      text: 'C:\\new\\u0041 100%25 "quoted" \\" a=b&c=d',
    })
    expect(answerTo(body)).toBe(body)
  })
})

describe('a key of ours', () => {
  const KEY = `inpk_test_AAAAAAAAAA_${'k'.repeat(40)}+/=`
  it.each([
    ['as it is', `it is ${KEY}!`, 'it is inpk_test_AAAAAAAAAA_[removed]!'],
    ['escaped', `it is ${[...KEY].map(unit).join('')}!`, undefined],
    ['in an address', `?x=${encodeURIComponent(KEY)}&y`, '?x=inpk_test_AAAAAAAAAA_[removed]&y'],
    ['in base64', `Basic ${Buffer.from(`user:${KEY}`).toString('base64')}`, undefined],
  ])('is removed %s', (_, body, expected) => {
    const text = answerTo(body)!
    expect(text).toContain('[removed]')
    if (expected) expect(text).toBe(expected)
    expect(text).not.toMatch(/kkk|u006b.u006b|a2tr/)
    expect(text.length).toBeLessThan(150)
  })
})

it.each([
  ['quotes', '"'],
  ['backslashes', '\\'],
  ['escaped quotes', '\\"'],
  ['units', '\\u0041'],
  ['percent signs', '%25'],
  ['names', '"secret":['],
  ['parameters', '&a'],
  ['secrets', '"secret":"abcdefgh",'],
  ['addresses', 'https://a:'],
  ['fields', 'form-data; name='],
  ['inputs', '<input name='],
  ['settings', '- a.b: cdefghijk l\n'],
  ['codes', '"code":"'],
])(
  'large bodies of %s end in time',
  (_, part) => {
    const body = part.repeat((1024 * 1024) / part.length)
    const { content } = entryOf({
      requestHeaders: [['x-api-key', 'abcdefghijkl']],
      responseBody: wholeBody(body),
    }).response
    expect(content.size).toBe(Buffer.byteLength(body))
  },
  30_000,
)
