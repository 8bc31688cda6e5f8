import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBranch, type Leaf, type Tree } from '../../src/cli/command-tree.js'
import { GLOBAL_OPTIONS } from '../../src/cli/global-options.js'
import type { OptionSpec } from '../../src/cli/options.js'
import { readByCommander } from '../../src/cli/parse-by-commander.js'
import { readPlainly } from '../../src/cli/parse-plainly.js'
import { TREE } from '../../src/commands/tree.js'

const WORDS = [
  'reviews.csv',
  '3',
  '-3',
  '30s',
  'json',
  'a=b',
  '',
  '-',
  '--',
  '-qv',
  '-ojson',
  '-o=json',
  '--jso',
  '2026-01-01',
]

function leavesOf(tree: Tree): Leaf[] {
  return Object.values(tree).flatMap((node) => (isBranch(node) ? leavesOf(node.commands) : [node]))
}

test('a plain command line is read as commander reads it, for every command', async () => {
  let plain = 0
  for (const leaf of leavesOf(TREE)) {
    const { COMMAND } = await leaf.load()
    const specs = [...Object.values<OptionSpec>(GLOBAL_OPTIONS), ...Object.values<OptionSpec>(COMMAND.options)]
    const flags = specs.flatMap(({ flags }) => flags.split(/[ ,]+/).filter((word) => word.startsWith('-')))
    const word = fc.oneof(
      fc.constantFrom(...flags),
      fc.constantFrom(...WORDS),
      fc.constantFrom(...specs.flatMap(({ choices = [] }) => [...choices]), 'x'),
    )
    const joined = fc.tuple(fc.constantFrom(...flags), fc.constantFrom(...WORDS)).map((pair) => pair.join('='))
    fc.assert(
      fc.property(fc.array(fc.oneof(word, word, joined), { maxLength: 6 }), (rest) => {
        const read = readPlainly(COMMAND, rest)
        if (!read) return
        plain += 1
        const { values, args, given } = readByCommander([], COMMAND, rest)
        expect({ args: read.args, given: read.given }).toEqual({ args, given })
        for (const spec of specs)
          expect(read.values.get(spec) ?? spec.initial).toEqual(values.get(spec) ?? spec.initial)
      }),
      { seed: 7, numRuns: 50 },
    )
  }
  expect(plain).toBeGreaterThan(500)
})
