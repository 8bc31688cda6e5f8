import { expect, test } from 'vitest'
import { getOrAdd } from '../../src/base/get-or-add.js'
import { lastMade } from '../../src/base/last-made.js'
import { perObject } from '../../src/base/per-object.js'

test('the value of a key is made where there is none yet', () => {
  const known = new Map([['a', 1]])
  expect([getOrAdd(known, 'a', () => 2), getOrAdd(known, 'b', () => 2), known.get('b')]).toEqual([1, 2, 2])
})

test('the value of an object is made once, one that is undefined, too', () => {
  const made: string[] = []
  const nameOf = perObject(({ name }: { name?: string }) => {
    made.push(`${name}`)
    return name
  })
  const [one, other] = [{ name: 'one' }, {}]
  expect([one, other, one, other].map(nameOf)).toEqual(['one', undefined, 'one', undefined])
  expect(made).toEqual(['one', 'undefined'])
})

test('what is made of the same parts is the same; other parts, more or fewer of them make another', () => {
  const kept = lastMade<object, object>()
  const [a, b] = [{}, {}]
  const made = (parts: readonly object[]) => kept('key', parts, () => ({}))
  const first = made([a])
  expect(made([a])).toBe(first)
  expect(kept('another key', [a], () => ({}))).not.toBe(first)
  for (const parts of [[b], [a, b], []]) expect(made(parts)).not.toBe(made([a]))
})
