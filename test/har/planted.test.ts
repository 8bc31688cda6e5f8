import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { harEntry } from '../../src/har/har-entry.js'
import { elementsOf } from '../../src/har/named-markup.js'
import { type Observed, wholeBody } from '../../src/har/observed.js'
import { Secrets } from '../../src/har/secrets.js'

const SEEN: Observed = {
  method: 'POST',
  url: 'https://a.example/oauth/token',
  requestHeaders: [],
  requestBody: wholeBody(''),
  status: 200,
  responseHeaders: [],
  responseBody: wholeBody(''),
  startedAt: 0,
  waitMs: 1,
  receiveMs: 1,
}
/** An entry as whoever reads it has it: bytes that are not text by each of their characters, without the NULs of UTF-16. */
const textOf = (seen: Partial<Observed>) => {
  const entry = harEntry({ ...SEEN, ...seen }, new Secrets([]))
  const kept = [entry.request.postData, entry.response.content].flatMap((each) =>
    each?.encoding
      ? [
          Buffer.from(each.text ?? '', 'base64')
            .toString('latin1')
            .replaceAll('\0', ''),
        ]
      : [],
  )
  return [JSON.stringify(entry), ...kept].join('\n')
}

/** What signs in to a service, or to its receivers, by the names that services give it. */
const NAMES = [
  ...['client_secret', 'refresh_token', 'access_token', 'id_token', 'id_token_hint', 'registration_access_token'],
  ...['code_verifier', 'client_assertion', 'subject_token', 'actor_token', 'token', 'bearer', 'csrf_token'],
  ...['secret', 'signing_secret', 'webhookSecret', 'previous_secret', 'hmac_key', 'shared_key', 'invite_token'],
  ...['authorization', 'Cookie', 'set_cookie', 'passcode', 'proxy-authorization'],
  ...['api_key', 'apiKey', 'x-api-key', 'access_key', 'raw_key', 'plaintext_key', 'key_value', 'password', 'otp'],
]
/** What is exchanged for a token. */
const GRANTS = ['code', 'assertion', 'device_code', 'authorization_code', 'user_code']
const [LONG, SHORT] = ['Zq8vK2mXw1Lr7tPn', 'k9Zq2x']

type Plant = (name: string, value: string) => Partial<Observed>
const exchange = (name: string, value: string) => ({ grant_type: 'authorization_code', [name]: value })
const answer = (text: string) => ({ responseBody: wholeBody(text) })
const answer16 = (text: string) => ({ responseBody: wholeBody(Buffer.from(text, 'utf16le')) })
const PLACES: Record<string, Plant> = {
  form: (name, value) => ({ requestBody: wholeBody(new URLSearchParams(exchange(name, value)).toString()) }),
  'JSON that asks for a token': (name, value) => ({ requestBody: wholeBody(JSON.stringify(exchange(name, value))) }),
  'field of a form': (name, value) => ({
    requestBody: wholeBody(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`),
  }),
  address: (name, value) => ({ url: `https://a.example/oauth?${name}=${value}` }),
  redirect: (name, value) => ({ responseHeaders: [['Location', `http://127.0.0.1:1/?${name}=${value}&page=2`]] }),
  'fragment of a redirect': (name, value) => ({
    responseHeaders: [['Location', `http://127.0.0.1:1/#${name}=${value}`]],
  }),
  'address in an address': (name, value) => ({
    url: `https://a.example/go?to=${encodeURIComponent(`https://b.example/?x=1&${name}=${value}`)}`,
  }),
  'address in an address, encoded twice': (name, value) => ({
    url: `https://a.example/go?to=${encodeURIComponent(encodeURIComponent(`https://b.example/?x=1&${name}=${value}`))}`,
  }),
  'JSON in a form': (name, value) => ({
    requestBody: wholeBody(new URLSearchParams({ payload: JSON.stringify(exchange(name, value)) }).toString()),
  }),
  'field of a form that looks like a boundary': (name, value) => ({
    requestBody: wholeBody(
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n-----BEGIN\r\n${value}\r\n-----END\r\n--b--\r\n`,
    ),
  }),
  page: (name, value) => answer(`<form><input type="hidden" value='${value}' name="${name}"></form>`),
}
const OF_NAMES: Record<string, Plant> = {
  answer: (name, value) => answer(JSON.stringify({ data: { [name]: { value } } })),
  'element of XML': (name, value) => answer(`<a><n:${name} kind="x">\n<![CDATA[${value}]]></n:${name}></a>`),
  'element below one of XML': (name, value) => answer(`<${name}><value>${value}</value></${name}>`),
  'attribute of XML': (name, value) => answer(`<user ${name} = '${value}' id="1"/>`),
  'UTF-16': (name, value) => answer16(JSON.stringify({ a: '€', [name]: value })),
  header: (name, value) => ({ requestHeaders: [[name.replaceAll('_', '-'), value]] }),
  'header of the answer': (name, value) => ({ responseHeaders: [[name.replaceAll('_', '-'), value]] }),
}

it.each(Object.keys({ ...PLACES, ...OF_NAMES }))('no secret stays in a recording: %s', (place) => {
  const plant = { ...PLACES, ...OF_NAMES }[place]!
  const names = place in PLACES ? [...NAMES, ...GRANTS] : NAMES
  const kept = names.flatMap((name) => [LONG, SHORT].filter((value) => textOf(plant(name, value)).includes(value)))
  expect(kept).toEqual([])
})

it('no code that looks made by chance stays in an answer, and no secret in settings or a cookie', () => {
  const texts = [
    ...GRANTS.map((name) => textOf(answer(JSON.stringify({ [name]: LONG })))),
    ...NAMES.map((name) => textOf(answer(`data:\n  - ${name}: "${LONG}"\n`))),
    textOf({ responseHeaders: [['Set-Cookie', `sid=${LONG}; Path=/`]], responseBody: wholeBody(`sid ${LONG}`) }),
  ]
  expect(texts.filter((text) => text.includes(LONG))).toEqual([])
})

it.each([
  ['{"error":{"code":"RATE_LIMITED_FOR_ORG_2"}}'],
  ['{"code":"rate_limited_by_window_2","country":"code: 42"}'],
  ['{"error":"invalid_grant","grant_types_supported":["authorization_code"]}'],
  ['{"next_token":"page-2-of-the-listing","session_id":"s-1","key":"theme_1a2b3c4d5e6f7a8b"}'],
  ['?code=NOT_FOUND&code=404&code=not_found'],
  ['<input name="title" value="a long title of mine">\ntitle: something-long-here\n'],
])('what is no secret stays: %s', (text) => {
  expect(harEntry({ ...SEEN, ...answer(text) }, new Secrets([])).response.content.text).toBe(text)
})

it.each([
  ['a pair of name and value', { headers: [{ name: 'Authorization', value: `Token ${SHORT}` }] }],
  ['a pair the other way round', { headers: [{ value: `sid=${SHORT}`, name: 'Cookie' }] }],
  ['a header in a text', { log: `GET / HTTP/1.1\r\nCookie: sid=${SHORT}\r\nHost: a` }],
  ['a header of a command', { run: `curl -H 'Authorization: ${SHORT}' https://a.example` }],
  ['credentials by their scheme', { said: `send it with Bearer ${LONG}` }],
])('no header of an exchange stays in the body of another: %s', (_, body) => {
  const text = textOf(answer(JSON.stringify(body)))
  expect([LONG, SHORT].filter((value) => text.includes(value))).toEqual([])
  expect(() => JSON.parse(text.split('\n')[0]!)).not.toThrow()
})

it('a body that is packed without saying so in its headers is left out, with a word', () => {
  const { content } = harEntry({ ...SEEN, responseBody: wholeBody(gzipSync('secret=1')) }, new Secrets([])).response
  expect(content).toMatchObject({ comment: 'left out: it is packed, and may hold secrets', _incomplete: true })
  expect(content).not.toHaveProperty('text')
})

const part = (head: string, content: Uint8Array | string) => [`--b\r\n${head}\r\n\r\n`, content, '\r\n']
const form = (...parts: (Uint8Array | string)[]) =>
  wholeBody(Buffer.concat([...parts, '--b--\r\n'].map((each) => Buffer.from(each))))
const SENT_FILE = 'Content-Disposition: form-data; name="file"; filename="a.csv.gz"'
const SENT_NAME = 'Content-Disposition: form-data; name="survey_id"'

it.each([
  ['gzip', SENT_FILE, gzipSync(`secret=${LONG}`, { level: 0 })],
  ['a workbook', SENT_FILE, Buffer.from(`PK\x03\x04 secret=${LONG}`)],
  ['in a coding of its own', `${SENT_FILE}\r\nContent-Encoding: br`, Buffer.from(`\x1b secret ${LONG}`)],
])('of a packed file in a form only what shows that it is packed is kept: %s', (_, head, file) => {
  for (const type of ['multipart/form-data; boundary=b', '']) {
    const requestBody = form(...part(head, file), ...part(SENT_NAME, '12'))
    const { postData } = harEntry(
      { ...SEEN, requestHeaders: [['content-type', type]], requestBody },
      new Secrets([]),
    ).request
    const { text = '', encoding, comment } = postData!
    const kept = Buffer.from(text, encoding ?? 'utf8').toString('latin1')
    const first = file.toString('latin1', 0, 4)
    expect(kept).toBe(`--b\r\n${head}\r\n\r\n${first}\r\n--b\r\n${SENT_NAME}\r\n\r\n12\r\n--b--\r\n`)
    expect([comment, postData]).toEqual([
      expect.stringContaining('packed'),
      expect.not.objectContaining({ _incomplete: true }),
    ])
  }
})

it('what is chosen of something that has the name of a secret stays', () => {
  const kept = [
    '{"accept_cookies":"necessary","has_password":"yes","requires_api_key":"0"}',
    '?accept_cookies=necessary&third_party_cookies=blocked',
    '<a accept_cookies="all"><has_secret>yes</has_secret></a>',
    'accept_cookies: necessary',
  ]
  expect(kept.map((text) => harEntry({ ...SEEN, ...answer(text) }, new Secrets([])).response.content.text)).toEqual(
    kept,
  )
  const secret = JSON.stringify({ accept_cookies: `sid=${LONG}`, password: 'necessary' })
  expect(textOf(answer(secret))).not.toMatch(new RegExp(`necessary|${LONG}`))
})

it('elements in each other are looked through once', () => {
  const found = [...elementsOf(`${'<password>a'.repeat(2_000)}${'</password>'.repeat(2_000)}`)]
  expect(found).toHaveLength(2_000)
})

it('a text that starts as a packed file is named is kept', () => {
  const { content } = harEntry({ ...SEEN, ...answer('BZh is what bzip2 files start with') }, new Secrets([])).response
  expect(content.text).toBe('BZh is what bzip2 files start with')
})

it('what follows a secret in UTF-16 can still be read', () => {
  const { content } = harEntry(
    { ...SEEN, ...answer16('{"secret":"Zq8vK2mXw1Lr7tPn","a":"€"}') },
    new Secrets([]),
  ).response
  expect(Buffer.from(content.text!, 'base64').toString('utf16le')).toBe('{"secret":"[removed]","a":"€"}')
})

it('no secret stays in any of these places, in any coding, under any of these names', () => {
  const value = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{11,30}$/).filter((text) => /\d/.test(text))
  const recoded: Record<string, (bytes: Buffer) => Buffer> = {
    'UTF-8': (bytes) => bytes,
    'UTF-16': (bytes) => Buffer.from(`\ufeff${bytes}`, 'utf16le'),
    'UTF-16 the other way round': (bytes) => Buffer.from(`${bytes}`, 'utf16le').swap16(),
  }
  const plants = Object.values({ ...PLACES, ...OF_NAMES }).filter((plant) => plant !== OF_NAMES['UTF-16'])
  const codings = fc.constantFrom(...Object.keys(recoded))
  fc.assert(
    fc.property(
      value,
      fc.constantFrom(...NAMES),
      fc.constantFrom(...plants),
      codings,
      (secret, name, plant, coding) => {
        const seen = plant(name, secret)
        for (const side of ['requestBody', 'responseBody'] as const) {
          const body = seen[side]
          if (body) seen[side] = wholeBody(recoded[coding]!(Buffer.from(body.bytes)))
        }
        expect(textOf(seen)).not.toContain(secret)
      },
    ),
    { numRuns: 300, seed: 4 },
  )
})
