import { expect, test } from 'vitest'
import { readSources } from './sources.js'

const sources = readSources('src', 'emulator')
const declarations = sources.flatMap(({ path, declarations }) => declarations.map((each) => ({ path, ...each })))

/** The places of what is declared more than once, by a key; '' is not checked. */
function repeated(keyOf: (declaration: (typeof declarations)[number]) => string): string[] {
  const places = new Map<string, typeof declarations>()
  for (const each of declarations) places.set(keyOf(each), [...(places.get(keyOf(each)) ?? []), each])
  return [...places]
    .filter(([key, found]) => key !== '' && found.length > 1)
    .map(([, found]) => found.map(({ path, name }) => `${path}: ${name}`).join(', '))
}

test('no function is written twice, under whatever name', () => {
  expect(repeated(({ kind, text }) => (kind === 'function' ? text : ''))).toEqual([])
})

test('a set of words is written once, and two of one name are one', () => {
  const isWords = (text: string) => /^(new Set(<[^>]*>)?\()?\[ ?'/.test(text)
  expect(repeated(({ text }) => (isWords(text) ? text : ''))).toEqual([])
  expect(repeated(({ name, text }) => (isWords(text) && text.startsWith('new Set') ? name : ''))).toEqual([])
})

test('whether a value is a JSON object is asked of isObject alone', () => {
  const own =
    /(\S+) !== null && typeof \1 === 'object' && !Array|typeof (\S+) === 'object' && \2 !== null && !Array|(\S+) === null \|\| typeof \3 !== 'object' \|\| Array|typeof (\S+) !== 'object' \|\| \4 === null \|\| Array/
  const found = sources.filter(({ path, text }) => path !== 'src/base/is-object.ts' && own.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})
