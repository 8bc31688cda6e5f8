import { hash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { requireJsonBody } from '../../emulator/core/json.js'
import { requireLongJsonBody } from '../../emulator/core/long-json.js'
import { createDraw } from '../draw.js'
import { inSoak } from '../skip.js'

const MB = 1024 * 1024
const item = (id: number) => ({
  id,
  text: `text "${id}" – {[,:]} \\ 😀 ${'x'.repeat(id % 300)}`,
  rating: null,
  tags: [[], {}],
})
const DOCUMENT = {
  format: 'x',
  state: { sources: { 1: { fields: [1, 2, 3] } } },
  items: Array.from({ length: 5_000 }, (_, id) => item(id)),
  blobs: { task_1: 'y'.repeat(MB / 2) },
}

test.each([
  ['as an export writes it', JSON.stringify(DOCUMENT)],
  ['with spaces', JSON.stringify(DOCUMENT, null, 2)],
  ['with a list of lists, and without members', JSON.stringify({ a: [DOCUMENT.items, DOCUMENT.items], b: [], c: {} })],
  ['as a list', JSON.stringify([DOCUMENT])],
  ['empty, and long', `{${' '.repeat(2 * MB)}}`],
  ['with a name twice, and one like a prototype', `{"a":1,"a":2,"__proto__":{"b":1},"c":"${'z'.repeat(2 * MB)}"}`],
])('a long body is parsed to the same value in pieces: %s', async (_, text) => {
  const body = Buffer.from(text)
  expect(body.length).toBeGreaterThan(MB)
  const parsed = (await requireLongJsonBody(body)) as object
  expect(JSON.stringify(parsed)).toBe(JSON.stringify(requireJsonBody(body)))
  expect(Object.getPrototypeOf(parsed)).toBe(Object.getPrototypeOf(requireJsonBody(body)))
})

test('a damaged long body is refused, or read, as in one go', async () => {
  const draw = createDraw(13)
  const sound = Buffer.from(JSON.stringify(DOCUMENT))
  const bytes = [...Buffer.from('{}[],:"x\\ '), 0xff, 0x00]
  for (let round = 0; round < 60; round += 1) {
    const damaged = Buffer.from(sound)
    const at = Math.floor(draw() * (round % 2 ? damaged.length : 200))
    const place = round % 3 === 0 ? damaged.length - 1 - (at % 40) : at
    damaged[place] = bytes[Math.floor(draw() * bytes.length)]!
    const whole = await outcome(async () => requireJsonBody(damaged))
    expect(await outcome(() => requireLongJsonBody(damaged)), `byte ${place}`).toEqual(whole)
  }
  for (const text of [
    '{"a":[1,2,]}',
    '{"a":[1,,2]}',
    '{"a":1,}',
    '{"a"}',
    '{2:1}',
    '{"a":[1}',
    '{"a":1}}',
    '{"a":[1]\u00a0}',
  ]) {
    const long = Buffer.from(text.replace('1', `"${'x'.repeat(2 * MB)}"`))
    const whole = await outcome(async () => requireJsonBody(long))
    expect(whole).toMatchObject({ code: 'INVALID_JSON' })
    expect(await outcome(() => requireLongJsonBody(long)), text).toEqual(whole)
  }
  const deep = Buffer.from(`{"a":"${'x'.repeat(2 * MB)}","b":${'['.repeat(100)}${']'.repeat(100)}}`)
  await expect(requireLongJsonBody(deep)).rejects.toMatchObject({ code: 'INVALID_JSON' })
})

async function outcome(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return hash('sha256', JSON.stringify(await work()))
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return { code, message }
  }
}

const LONG = Buffer.from(JSON.stringify({ items: Array.from({ length: 100_000 }, (_, id) => item(id)) }))

test('others are served while a long body is parsed', async () => {
  const { turns } = await turnsDuring(() => requireLongJsonBody(LONG))
  expect(turns).toBeGreaterThan(50)
})

test('no turn of a long body takes a third of what it takes whole', inSoak, async () => {
  const startedAt = performance.now()
  requireJsonBody(LONG)
  const whole = performance.now() - startedAt
  // A busy machine keeps any turn waiting now and then, but not the same one each time.
  let shortest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 5 && shortest >= whole / 3; round += 1) {
    const { longest } = await turnsDuring(() => requireLongJsonBody(LONG))
    shortest = Math.min(shortest, longest)
  }
  expect(shortest).toBeLessThan(whole / 3)
})

/** How many turns others had meanwhile, and how long they waited for one at most, in milliseconds. */
async function turnsDuring(work: () => Promise<unknown>): Promise<{ turns: number; longest: number }> {
  let longest = 0
  let before = performance.now()
  let turns = 0
  let isOver = false
  const watch = () => {
    const now = performance.now()
    longest = Math.max(longest, now - before)
    before = now
    turns += 1
    if (!isOver) setImmediate(watch)
  }
  watch()
  await work()
  isOver = true
  return { turns, longest }
}
