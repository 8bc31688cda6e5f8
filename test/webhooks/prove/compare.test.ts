import { expect, it } from 'vitest'
import { comparable, differences } from '../../../src/webhooks/prove/compare.js'

const between = (one: string, other: string) => differences(comparable(one), comparable(other))

it('JSON is the same whatever its blanks and the order of its members', () => {
  expect(comparable('{ "b": [1, {"d": 2, "c": 3}], "a": 1 }\n')).toBe(comparable('{"a":1,"b":[1,{"c":3,"d":2}]}'))
})

it('lists and texts keep their order', () => {
  expect(comparable('[1,2]')).not.toBe(comparable('[2,1]'))
  expect(comparable('a\nb\n')).not.toBe(comparable('b\na\n'))
})

it('text is the same whatever its line ends', () => {
  expect(comparable('a\r\nb\r\n\n')).toBe(comparable('a\nb'))
})

it('names the place in JSON', () => {
  expect(between('{"s":[{"n":1,"x":null}]}', '{"s":[{"n":2},{"n":1}]}')).toEqual([
    { at: 's[0].n', expected: '1', found: '2' },
    { at: 's[0].x', expected: 'null', found: null },
    { at: 's[1]', expected: null, found: '{"n":1}' },
  ])
  expect(between('[]', '{}')).toEqual([{ at: 'state', expected: '[]', found: '{}' }])
})

it('names the line of a text', () => {
  expect(between('1|a\n2|b\n3|c', '1|a\n2|x\n3|c\n3|c')).toEqual([
    { at: 'line 2', expected: '2|b', found: '2|x' },
    { at: 'line 4', expected: null, found: '3|c' },
  ])
  expect(between('a\nb', 'b\na')).toEqual([{ at: 'line 1', expected: 'a', found: 'b' }])
  expect(between('', 'a')).toEqual([{ at: 'line 1', expected: '', found: 'a' }])
})
