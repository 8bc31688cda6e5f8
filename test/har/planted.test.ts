import { expect, it } from 'vitest'
import { harEntry } from '../../src/har/har-entry.js'
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
const textOf = (seen: Partial<Observed>) => JSON.stringify(harEntry({ ...SEEN, ...seen }, new Secrets([])))

/** What signs in to a service, or to its receivers, by the names that services give it. */
const NAMES = [
  ...['client_secret', 'refresh_token', 'access_token', 'id_token', 'id_token_hint', 'registration_access_token'],
  ...['code_verifier', 'client_assertion', 'subject_token', 'actor_token', 'token', 'bearer', 'csrf_token'],
  ...['secret', 'signing_secret', 'webhookSecret', 'previous_secret', 'hmac_key', 'shared_key', 'invite_token'],
  ...['api_key', 'apiKey', 'x-api-key', 'access_key', 'raw_key', 'plaintext_key', 'key_value', 'password', 'otp'],
]
/** What is exchanged for a token. */
const GRANTS = ['code', 'assertion', 'device_code', 'authorization_code', 'user_code']
const [LONG, SHORT] = ['Zq8vK2mXw1Lr7tPn', 'k9Zq2x']

type Plant = (name: string, value: string) => Partial<Observed>
const exchange = (name: string, value: string) => ({ grant_type: 'authorization_code', [name]: value })
const answer = (text: string) => ({ responseBody: wholeBody(text) })
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
  page: (name, value) => answer(`<form><input type="hidden" value='${value}' name="${name}"></form>`),
}
const OF_NAMES: Record<string, Plant> = {
  answer: (name, value) => answer(JSON.stringify({ data: { [name]: { value } } })),
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
