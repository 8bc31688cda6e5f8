import fc from 'fast-check'
import { listAssumptions } from '../../../src/contract/assumptions/ledger.js'
import { howToOverride } from '../../../src/contract/assumptions/overridable.js'
import { GUESSED_VALUES, type Guess } from '../../../src/contract/assumptions/values.js'
import { checkFacts } from '../../../src/contract/facts/check-facts.js'
import type { Facts } from '../../../src/contract/facts/facts.js'
import { isAboutMembers } from '../../../src/contract/facts/member-facts.js'
import { type OperationId, rowOf } from '../../../src/contract/operations/index.js'
import { createPick } from '../../draw.js'
import { randomMemberFact } from './random-member-fact.js'

export type Pick = (limit: number) => number

/** One of a list. */
export function oneOf<T>(pick: Pick, values: readonly T[]): T {
  return values[pick(values.length)]!
}

/** Assumptions a facts file may say something of. */
export const OPEN_IDS: readonly string[] = listAssumptions()
  .map(({ id }) => id)
  .filter((id) => howToOverride(id) !== undefined)

/** Any facts that hold together, about 5 to 60 assumptions; fewer where some of those drawn contradict each other. */
export function arbitraryFacts({
  least = 5,
  most = 60,
  ids = OPEN_IDS,
}: {
  least?: number
  most?: number
  ids?: readonly string[]
} = {}): fc.Arbitrary<Facts> {
  return fc
    .tuple(
      fc.shuffledSubarray([...ids], { minLength: Math.min(least, ids.length), maxLength: Math.min(most, ids.length) }),
      fc.integer({ min: 0, max: 2 ** 31 }),
    )
    .map(([chosen, seed]) => factsOf(chosen, seed))
}

/** Facts about these assumptions that hold together, the same for the same seed. */
export function factsOf(ids: readonly string[], seed: number): Facts {
  const pick = createPick(seed)
  const drawn = ids.map((id) => [id, randomFact(id, pick)] as const)
  return sound(Object.fromEntries(drawn.filter(([, fact]) => Object.keys(fact).length > 0)) as Facts)
}

/** Without what contradicts the rest. */
function sound(facts: Facts): Facts {
  const { faults } = checkFacts(facts)
  if (faults.length === 0) return facts
  const faulty = new Set(faults.map(({ id }) => id))
  return sound(Object.fromEntries(Object.entries(facts).filter(([id]) => !faulty.has(id))))
}

function randomFact(id: string, pick: Pick): object {
  const [kind = '', rest = ''] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
  if (isAboutMembers(id)) return randomMemberFact(id, pick)
  switch (kind) {
    case 'error':
      return {
        code: `${oneOf(pick, ['E', 'API', 'ERR'])}_${rest}`,
        ...(pick(3) === 0 ? { status: 400 + pick(23) } : {}),
      }
    case 'status':
      return randomStatus(rest as OperationId, pick)
    case 'paging':
      return randomPaging(pick)
    case 'route':
      return randomRoute(id, rest, pick)
    default:
      return rest === 'recommended-words' ? randomWords(pick) : randomValues(rest, pick)
  }
}

function randomStatus(id: OperationId, pick: Pick): object {
  const { otherwise } = rowOf(id)
  return { success: oneOf(pick, [200, 201, 202]), ...(otherwise && pick(2) === 0 ? { [otherwise.name]: 200 } : {}) }
}

function randomPaging(pick: Pick): object {
  const below = oneOf(pick, ['', 'meta.', 'paging.'])
  const common = { limit: oneOf(pick, ['per_page', 'page_size', 'limit', 'count']) }
  switch (pick(6)) {
    case 0:
      return {
        style: 'cursor',
        at: oneOf(pick, ['after', 'starting_after']),
        ...common,
        next: `${below}after_cursor`,
        ...(pick(2) === 0 ? { more: `${below}more` } : {}),
      }
    case 1:
      return {
        style: 'offset',
        at: oneOf(pick, ['offset', 'skip']),
        ...common,
        first: 0,
        ...(pick(2) === 0 ? { total: `${below}total_count` } : { more: `${below}more` }),
      }
    case 2:
      return {
        style: 'page',
        at: oneOf(pick, ['page', 'page_no']),
        ...common,
        first: pick(2),
        ...(pick(2) === 0 ? { pages: `${below}page_count` } : { total: `${below}total_count` }),
      }
    case 3:
      return { style: 'link', at: 'after', ...common }
    case 4:
      return { style: 'url', at: 'after', ...common, next: `${below}next_url` }
    default:
      return { style: 'offset', at: 'skip', ...common, first: 0 }
  }
}

const PREFIXES = ['/api/v2', '/v1', '', '/api/v1', '/rest/api']

function randomRoute(id: string, address: string, pick: Pick): object {
  const prefix = pick(2) === 0 ? { prefix: oneOf(pick, PREFIXES) } : {}
  if (!howToOverride(id)!.includes('path')) return { prefix: oneOf(pick, PREFIXES) }
  const path = address.slice(address.indexOf(' ') + 1).replace(/^\/api\/input/, '')
  const parts = path.split('/').slice(1)
  const named = parts.map((part) =>
    part.startsWith('{') || pick(2) === 0 ? part : oneOf(pick, [`${part}s`, `all-${part}`, `${part}_v2`]),
  )
  return { path: `/${named.join('/')}`, ...prefix }
}

function randomWords(pick: Pick): object {
  const words = [
    ['survey_series_id', oneOf(pick, ['group_id', 'collection_id'])],
    ['survey_title', oneOf(pick, ['source_name', 'label_of_source'])],
    ['question_text', oneOf(pick, ['field_label', 'prompt'])],
  ] as const
  return { words: Object.fromEntries(words.filter(() => pick(2) === 0).concat([words[pick(3)]!])) }
}

function randomValues(behaviour: string, pick: Pick): object {
  const members: Record<string, Guess> = GUESSED_VALUES[behaviour as keyof typeof GUESSED_VALUES]
  const all = Object.entries(members).map(([name, guess]) => [name, randomValue(guess, pick)] as const)
  const kept = all.filter(() => pick(2) === 0)
  return Object.fromEntries(kept.length > 0 ? kept : [oneOf(pick, all)])
}

function randomValue(guess: Guess, pick: Pick): unknown {
  switch (guess.kind) {
    case 'duration':
      return `${1 + pick(90)}${oneOf(pick, ['s', 'm', 'h'])}`
    case 'durations':
      return guess.guess.map((_, index) => `${index * (10 + pick(100))}s`)
    case 'count':
      return Math.min(guess.max, Math.max(guess.min, Math.floor(guess.guess * (0.5 + pick(100) / 100))))
    case 'word': {
      const words = /^one of (.*)$/.exec(guess.form)?.[1]?.split(', ')
      if (words) return oneOf(pick, words)
      const others = ['X-Delivery-Id', 'surveys', '1.4.2', 'loc', 'message', 'body']
      return others.find((each) => new RegExp(guess.pattern).test(each)) ?? guess.guess
    }
  }
}
