import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { isObject, type JsonObject } from '../../../src/base/is-object.js'
import { DELIVERED, type DeliveredName } from '../../../src/contract/events.js'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import type { Codec } from '../../../src/contract/facts/codec.js'
import type { Contract } from '../../../src/contract/facts/contract.js'
import { contractWith } from '../../../src/contract/facts/contract-with.js'
import { type Facts, SLOTS, type Slot } from '../../../src/contract/facts/facts.js'
import { ownForm } from '../../../src/contract/facts/own-forms.js'
import { eventKey, slotKey, slotsOf } from '../../../src/contract/facts/slots.js'
import { OPERATION_IDS, type OperationId, rowOf } from '../../../src/contract/operations/index.js'
import type { TSchema } from '../../../src/contract/schema.js'
import { recommendedSchema, recommendedWord } from '../../../src/contract/vocabulary.js'
import { createPick } from '../../draw.js'
import type { Pick } from './pick.js'
import { arbitraryFacts } from './random-facts.js'
import { randomOurs } from './random-ours.js'

const seed = fc.integer({ min: 0, max: 2 ** 31 })
const RUNS = process.env.INPK_SOAK ? { numRuns: 3_000 } : { numRuns: 40, seed: 15 }

/** One place where a codec works. */
interface Case {
  name: string
  codec: Codec
  schema: TSchema
  /** Paths of members that the service lacks, in the words of the schema. */
  gone: string[]
  /** Of members that are flags on the wire, by such paths: the words that there are flags of. */
  flags: ReadonlyMap<string, readonly string[]>
  /** Whether a path can be told back: in maps and where constants tell members apart, it cannot. */
  hasPlainPaths: boolean
}

function casesOf(facts: Facts, contract: Contract): Case[] {
  const slots = slotsOf(facts)
  const operations = OPERATION_IDS.flatMap((id) =>
    SLOTS.flatMap((slot) => (['classic', 'recommended'] as const).flatMap((words) => caseOf(id, slot, words))),
  )
  const events = (Object.keys(DELIVERED) as DeliveredName[]).flatMap((name): Case[] => {
    const codec = contract.eventCodec(name)
    return codec ? [{ name, codec, schema: DELIVERED[name].data, ...rulesOf(eventKey(name), 'classic') }] : []
  })
  return [...operations, ...events]

  function caseOf(id: OperationId, slot: Slot, route: 'classic' | 'recommended'): Case[] {
    const codec = contract.codecOf(id, slot, route)
    const { rule } = contract.values['answers-in-route-words']
    const words = slot === 'result' && rule !== 'route' ? rule : route
    const schema = rowOf(id)[slot]
    // Forms of their own carry only what there can be: `upload-mapping.test.ts` and `erased-entries.test.ts` look at those.
    if (!codec || !schema || ownForm(facts, id, slot)) return []
    const { gone, ...rules } = rulesOf(slotKey(id, slot), words)
    const paged = contract.pagingOf(id) ? { query: ['limit', 'cursor'], body: [], result: ['pagination'] }[slot] : []
    const worded = words === 'classic' ? schema : recommendedSchema(schema)
    return [{ name: `${id} ${slot} ${route}`, codec, schema: worded, gone: [...gone, ...paged], ...rules }]
  }

  function rulesOf(key: string, words: 'classic' | 'recommended') {
    const { rules = [] } = slots.get(key) ?? {}
    const worded = (steps: readonly string[]) => (words === 'classic' ? steps : steps.map(recommendedWord)).join('.')
    const flagged = rules.flatMap(({ steps, flags }) => (flags ? [[worded(steps), Object.keys(flags)] as const] : []))
    return {
      flags: new Map(flagged),
      gone: rules.filter(({ name }) => name === null).map(({ steps }) => worded(steps)),
      hasPlainPaths: rules.every(({ list, tag }) => !list && !tag),
    }
  }
}

/** Without members that the service lacks, and without objects that hold nothing: those may stand nowhere. */
function kept(value: unknown, gone: readonly string[], path = ''): unknown {
  const at = (key: string) => (path === '' ? key : `${path}.${key}`)
  if (Array.isArray(value)) return value.map((each) => kept(each, gone, at('[]')))
  if (!isObject(value)) return value
  const entries = Object.entries(value)
    .filter(([key]) => !gone.includes(at(key)))
    .map(([key, entry]) => [key, kept(entry, gone, at(key))] as const)
    .filter(([, entry]) => !isObject(entry) || Object.keys(entry).length > 0)
  return Object.fromEntries(entries)
}

/** What one request can carry: of members that can't be used together the first, of a single list one entry. */
function sendable(value: unknown, { exclusive, single }: Codec): unknown {
  if (!isObject(value)) return value
  const left: JsonObject = { ...value }
  for (const group of exclusive)
    for (const name of group.filter((each) => Object.hasOwn(left, each)).slice(1)) delete left[name]
  for (const name of single) if (Array.isArray(left[name])) left[name] = left[name].slice(0, 1)
  return left
}

/** What flags can say: a word that has none is not known when it comes back. */
function flagged(value: unknown, flags: Case['flags'], path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((each) => flagged(each, flags, [...path, '[]']))
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, flagged(each, flags, [...path, key])]))
  }
  const words = flags.get(path.join('.'))
  return words && !words.includes(String(value)) ? null : value
}

function eachCase(facts: Facts, start: number, check: (found: Case, ours: unknown, pick: Pick) => void): void {
  const pick = createPick(start)
  for (const found of casesOf(facts, contractWith(facts))) {
    const ours = flagged(sendable(randomOurs(found.schema, pick), found.codec), found.flags)
    check(found, kept(ours, found.gone), pick)
  }
}

test('what goes out comes back, whatever the facts', () => {
  fc.assert(
    fc.property(arbitraryFacts(), seed, (facts, start) => {
      eachCase(facts, start, ({ name, codec, gone }, ours) => {
        const wire = JSON.parse(JSON.stringify(codec.toWire(ours)))
        expect({ name, ours: kept(codec.fromWire(wire), gone) }, JSON.stringify(wire)).toEqual({ name, ours })
      })
    }),
    RUNS,
  )
})

test('the schema of the wire takes what goes out', () => {
  fc.assert(
    fc.property(arbitraryFacts(), seed, (facts, start) => {
      eachCase(facts, start, ({ name, codec, schema }, ours) => {
        const wire = JSON.parse(JSON.stringify(codec.toWire(ours)))
        const check = Compile(loosened(codec.schemaToWire(schema)))
        const errors = check.Errors(wire).map(({ instancePath, message }) => `${instancePath} ${message}`)
        expect({ name, errors }, JSON.stringify(wire)).toEqual({ name, errors: [] })
      })
    }),
    RUNS,
  )
})

/** Formats and lengths are no matter of codecs. */
function loosened(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    return ['format', 'minLength', 'maxLength', 'pattern', 'uniqueItems'].includes(key) ? undefined : value
  })
}

test('a path is told on the wire, and back', () => {
  fc.assert(
    fc.property(arbitraryFacts(), seed, (facts, start) => {
      eachCase(facts, start, ({ name, codec, hasPlainPaths }, ours) => {
        if (!hasPlainPaths) return
        for (const path of pathsOf(ours)) {
          const wire = codec.pathToWire(path)
          expect({ name, path: codec.pathFromWire(wire) }, wire).toEqual({ name, path })
        }
      })
    }),
    RUNS,
  )
})

/** Paths of the scalars of a value. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => pathsOf(each, `${path}[${index}]`))
  if (!isObject(value)) return [path]
  return Object.entries(value).flatMap(([key, entry]) => pathsOf(entry, path === '' ? key : `${path}.${key}`))
}

test('facts that say something impossible are refused, with a reason at their id', () => {
  const breaks: readonly [string, (facts: Facts, id: string) => Record<string, unknown>][] = [
    ['an unknown id', (facts, id) => ({ ...facts, [`${id}_nothing`]: facts[id] })],
    ['an unknown member', (facts, id) => ({ ...facts, [id]: { ...facts[id], nothing: 1 } })],
    ['no object', (facts, id) => ({ ...facts, [id]: 'title' })],
    ['evidence alone', (facts, id) => ({ ...facts, [id]: { evidence: [{ from: 'x' }] } })],
    ['evidence that is none', (facts, id) => ({ ...facts, [id]: { ...facts[id], evidence: 'seen' } })],
  ]
  fc.assert(
    fc.property(
      arbitraryFacts({ least: 5, most: 12 }),
      fc.nat(),
      fc.constantFrom(...breaks),
      (facts, at, [, broken]) => {
        const ids = Object.keys(facts)
        fc.pre(ids.length > 0)
        expect(checkFacts(facts).faults).toEqual([])
        const id = ids[at % ids.length]!
        const { faults } = checkFacts(broken(facts, id))
        expect(faults.length).toBeGreaterThan(0)
        expect(faults.every((fault) => fault.id.startsWith(id) && fault.message.length > 5)).toBe(true)
      },
    ),
    RUNS,
  )
})

test('most of the facts that are drawn hold', () => {
  const counts = fc
    .sample(arbitraryFacts({ least: 30, most: 30 }), { numRuns: 50, seed: 1 })
    .map((facts) => Object.keys(facts).length)
  expect(Math.min(...counts)).toBeGreaterThan(20)
})
