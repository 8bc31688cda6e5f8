import { getHeapStatistics } from 'node:v8'
import { describe, expect } from 'vitest'
import type { Json } from './exchange.js'
import { ADDRESSES, fillAddress } from './routes.js'
import { rule } from './rule.js'
import { expectRefusal, openScene, payloadOf, pushBody } from './scene.js'

/** What takes JSON. */
const POSTS = ADDRESSES.filter(
  ({ method, mount, operation }) =>
    method === 'POST' && mount === '/api/input' && !['mcp', 'uploadFeedback'].includes(operation),
)
const DEPTHS = [65, 66, 100, 500, 1_000, 4_999, 10_000, 50_000, 100_000]

const NO_JSON: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['white space', ' \n'],
  ['a word', 'hello'],
  ['a broken object', '{"name":"x"'],
  ['a trailing comma', '{"name":"xy",}'],
  ['a second value', '{"name":"xy"} {}'],
  ['single quotes', "{'name':'xy'}"],
  ['a comment', '{"name":"xy"/*c*/}'],
  ['a leading plus', '{"n":+1}'],
  ['a leading zero', '{"n":01}'],
  ['undefined', 'undefined'],
  ['a raw control character', '{"name":"a\u0001b"}'],
  ['a bad escape', '{"name":"\\x41"}'],
  ['NUL', '\u0000'],
  ['an HTML page', '<!doctype html><p>x'],
  ['form fields', 'name=xy'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
  ['Latin-1', Buffer.from('{"name":"Zürich"}', 'latin1')],
  ['an overlong form', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
  ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0xbd, 0x22])],
  ['a cut character', Buffer.from([0x7b, 0x22, 0xf0, 0x9f, 0x98])],
  ['UTF-16', Buffer.from('{"name":"xy"}', 'utf16le')],
]

const NO_OBJECTS = ['null', 'true', '0', '"text"', '[]', '[{}]', '[[]]', '1e5', '""']

describe('hostile JSON', () => {
  for (const row of POSTS) {
    rule(`${row.operation} at ${row.path} answers 400 INVALID_JSON to whatever is not JSON`, async (org) => {
      for (const [what, rawBody] of NO_JSON) {
        const answer = await org.request('POST', fillAddress(row), { rawBody, mount: '' })
        expect([answer.status, answer.json.error.code], what).toEqual([400, 'INVALID_JSON'])
      }
    })

    rule(`${row.operation} at ${row.path} answers 400 to JSON that is no object`, async (org) => {
      for (const rawBody of NO_OBJECTS) {
        const answer = await org.request('POST', fillAddress(row), { rawBody, mount: '' })
        expect([answer.status, answer.json.error.code], rawBody).toEqual([400, 'VALIDATION_ERROR'])
      }
    })

    rule(`${row.operation} at ${row.path} answers 400 INVALID_JSON to more than 64 levels`, async (org) => {
      for (const depth of DEPTHS) {
        for (const rawBody of [
          '['.repeat(depth) + ']'.repeat(depth),
          `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
          '['.repeat(depth),
          `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`,
        ]) {
          const answer = await org.request('POST', fillAddress(row), { rawBody, mount: '' })
          expect([answer.status, answer.json.error.code], `${depth} levels`).toEqual([400, 'INVALID_JSON'])
        }
      }
    })
  }

  rule('64 levels are not too deep to be read, and one level more is', async (org) => {
    const nested = (levels: number) =>
      `{"name":"Deep ${levels}","extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    for (const levels of [1, 2, 10, 63, 64]) {
      const rawBody = levels === 1 ? '{"name":"Deep 1"}' : nested(levels)
      expect(payloadOf(await org.request('POST', '/survey_series/create', { rawBody })).created, `${levels}`).toBe(true)
    }
    expectRefusal(await org.request('POST', '/survey_series/create', { rawBody: nested(65) }), 400, 'INVALID_JSON')
  })

  rule('forty million levels are refused without being built', async (org) => {
    const half = 20 * 1024 * 1024
    const rawBody = Buffer.concat([Buffer.alloc(half, '['), Buffer.alloc(half, ']')])
    // The heap of this thread: the memory of the process is that of other tests, too.
    const before = getHeapStatistics().total_heap_size
    expectRefusal(await org.request('POST', '/survey_series/create', { rawBody }), 400, 'INVALID_JSON')
    expect((getHeapStatistics().total_heap_size - before) / 1024 / 1024, 'MiB grown').toBeLessThan(400)
  })

  rule('brackets inside a text are no levels', async (org) => {
    const scene = await openScene(org)
    const text = `${'[{'.repeat(200)}\\"${'['.repeat(100)}`
    expect(payloadOf(await org.post('/content/push', pushBody(scene, [text]))).inserted).toBe(1)
    expect(payloadOf(await org.get('/feedback')).items[0].text).toBe(text)
  })

  for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__']) {
    rule(`a member called ${key} is an ordinary one and reaches nothing`, async (org) => {
      for (const value of ['{"name":"Polluted","polluted":true}', '"x"', 'null', '{"polluted":{}}']) {
        const bare = await org.request('POST', '/survey_series/create', { rawBody: `{"${key}":${value}}` })
        expectRefusal(bare, 400, 'VALIDATION_ERROR')
        await org.request('POST', '/survey_series/create', { rawBody: `{"name":"With ${key}","${key}":${value}}` })
        const scene = await openScene(org)
        const rawBody = JSON.stringify(pushBody(scene, ['ITEM'])).replace('"ITEM"', `{"text":"x","${key}":${value}}`)
        expect((await org.request('POST', '/content/push', { rawBody })).status).toBeLessThan(500)
        expect(({} as Json).polluted).toBeUndefined()
        expect(({} as Json).name).toBeUndefined()
      }
    })
  }

  rule('duplicate keys and numbers beyond all bounds never break the service', async (org) => {
    const scene = await openScene(org)
    const bodies = [
      '{"name":"first","name":"second"}',
      '{"name":"first","name":5}',
      '{"name":1e999}',
      `{"name":${'9'.repeat(5_000)}}`,
      `{"name":"x","big":${'1'.repeat(100_000)}}`,
      `{"name":"x","small":1e-${'9'.repeat(300)}}`,
      '{"name":-0}',
      `{"${'k'.repeat(100_000)}":1}`,
      `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`,
    ]
    for (const rawBody of bodies) {
      const answer = await org.request('POST', '/survey_series/create', { rawBody })
      expect([200, 400], rawBody.slice(0, 60)).toContain(answer.status)
    }
    for (const rating of ['1e308', '-1e308', '5e-324', '9007199254740993', '0.1']) {
      const rawBody = JSON.stringify(pushBody(scene, [{ text: 'x', rating: 12321 }])).replace('12321', rating)
      payloadOf(await org.request('POST', '/content/push', { rawBody }))
    }
    expect(payloadOf(await org.get('/feedback')).items.map((item: Json) => item.rating)).toEqual([
      1e308,
      -1e308,
      5e-324,
      2 ** 53,
      0.1,
    ])
  })
})
