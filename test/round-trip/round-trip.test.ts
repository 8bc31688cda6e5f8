import { appendFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type EvidenceKind, observableBy } from '../../src/contract/assumptions/observable.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import { arbitraryFacts } from '../contract/facts/random-facts.js'
import { completed } from './completed.js'
import { receiver, recordDay } from './day/recorded-day.js'
import { type Judged, judge } from './judge.js'
import { KINDS, type Kind, learnedFrom } from './learned-from.js'
import { conductObservableBy, partObservableBy } from './observable-parts.js'
import { startReal } from './real-service.js'
import { type Compared, isAlike, replay, type Step, textOfPair } from './replay.js'

/** `INPK_SEEDS=9001-9030` plays other seeds than those of the suite. */
const [FROM, TO] = (process.env.INPK_SEEDS ?? (process.env.INPK_SOAK ? '1-500' : '1-8')).split('-').map(Number)
const SEEDS = Array.from({ length: TO! - FROM! + 1 }, (_, index) => FROM! + index)
/** Every element and what became of it, as tab-separated lines, for who makes `learn` better. */
const REPORT = process.env.INPK_ROUND_TRIP_REPORT

/** What of the table of evidence each run has. */
const SHOWS: Readonly<Record<Kind, readonly EvidenceKind[]>> = {
  description: ['description'],
  recordings: ['traffic'],
  deliveries: ['deliveries'],
  'both and probes': ['description', 'traffic', 'deliveries', 'probe', 'probe-writes'],
}
/** Shares that are learned of what is shown; they may only rise. */
const LEAST: Readonly<Record<Kind, number>> = {
  description: 0.95,
  recordings: 0.95,
  deliveries: 0.95,
  'both and probes': 0.95,
}

/** Seeds whose day is asked of a second emulator as well. */
const REPLAYED = process.env.INPK_SOAK || process.env.INPK_SEEDS ? SEEDS : [7, 8]
const CALLS = 300
/**
 * The share of the calls that it answers alike with the learned facts alone; it may only rise. The rest is due to what was
 * missed, or what no evidence shows: with these facts added, every call is answered alike. One name of a request that was
 * missed is enough for all that follows from it to differ.
 */
const LEAST_ALIKE = 0.75
const PRINTS = process.env.INPK_SOAK !== undefined || process.env.INPK_SEEDS !== undefined

const seen = new Map<number, { facts: Facts; learned: Facts; steps: Step[] }>()
const alike = { right: 0, missed: 0 }

function shownBy({ id, part, word, entry, text }: Judged, facts: Facts): readonly EvidenceKind[] {
  if (part) return partObservableBy(id, part, { of: word, member: text.split(' ')[1]!, facts })
  return id.startsWith('behaviour:') ? conductObservableBy(id, entry!) : observableBy(id)
}

const counts = new Map<string, { right: number; missed: number }>()

function count(key: string, verdict: 'right' | 'missed'): void {
  const known = counts.get(key) ?? { right: 0, missed: 0 }
  counts.set(key, { ...known, [verdict]: known[verdict] + 1 })
}

const shareOf = ({ right, missed }: { right: number; missed: number }) => right / Math.max(1, right + missed)

describe('of a service with any facts', () => {
  test.each(SEEDS)(
    'nothing wrong is learned, seed %i',
    async (seed) => {
      const [facts] = fc.sample(arbitraryFacts(), { seed, numRuns: 1 })
      const isReplayed = REPLAYED.includes(seed)
      const day = await recordDay(facts!, { evening: isReplayed })
      const learned = await learnedFrom(facts!, day)
      if (isReplayed) seen.set(seed, { facts: facts!, learned: learned['both and probes'], steps: day.steps })
      const wrong: string[] = []
      for (const kind of KINDS) {
        for (const judged of judge(facts!, learned[kind])) {
          const { id, text, part, verdict } = judged
          const isShown = shownBy(judged, facts!).some((each) => SHOWS[kind].includes(each))
          if (REPORT && (isShown || verdict === 'wrong'))
            appendFileSync(REPORT, `${[seed, kind, verdict, id, part ?? '', text].join('\t')}\n`)
          if (verdict === 'wrong') wrong.push(`${kind}: ${id} ${text}; true is ${JSON.stringify(facts![id])}`)
          else if (isShown) {
            count(kind, verdict)
            count(`${kind}: ${id}`, verdict)
          }
        }
      }
      expect(wrong, wrong.join('\n')).toEqual([])
    },
    180_000,
  )

  test.each(KINDS)('what %s can show is learned', (kind) => {
    expect(shareOf(counts.get(kind)!)).toBeGreaterThan(LEAST[kind])
  })
})

describe('a second emulator, asked byte for byte what the first was asked', () => {
  test.each(REPLAYED)(
    'answers alike but for what was not learned, seed %i',
    async (seed) => {
      const { facts, learned, steps } = seen.get(seed)!
      const missed = judge(facts, learned).filter(({ verdict }) => verdict === 'missed')
      const all = await answersOf(completed(facts, learned), steps)
      expect(all.filter((each) => !isAlike(each)).map(textOfPair)).toEqual([])
      expect(all.length).toBeGreaterThan(CALLS)
      const own = await answersOf(learned, steps)
      const unlike = own.filter((each) => !isAlike(each))
      alike.right += own.length - unlike.length
      alike.missed += unlike.length
      if (PRINTS) {
        const lines = missed.map((each) => {
          return `${shownBy(each, facts).length === 0 ? 'cannot be shown' : 'missed'}  ${each.id}  ${each.text}`
        })
        const sum = `Seed ${seed}: ${own.length - unlike.length} of ${own.length} calls are answered alike`
        process.stdout.write(`${[sum, ...lines, ...unlike.map(textOfPair)].join('\n')}\n`)
      }
    },
    180_000,
  )

  test('answers most of what it was asked alike', () => {
    expect(shareOf(alike)).toBeGreaterThan(LEAST_ALIKE)
  })
})

async function answersOf(facts: Facts, steps: readonly Step[]): Promise<Compared[]> {
  const emulator = await startReal(facts, { outbound: receiver() })
  try {
    return await replay(emulator, steps)
  } finally {
    await emulator.close()
  }
}

afterAll(() => {
  if (!process.env.INPK_SOAK && !process.env.INPK_SEEDS) return
  const rows = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([key, each]) => shareOf(each) < 0.95 || !key.includes(': '))
  const lines = rows.map(
    ([key, each]) => `${shareOf(each).toFixed(2)}  ${each.right} of ${each.right + each.missed}  ${key}`,
  )
  process.stdout.write(`Learned, right of shown; what is below 0.95:\n${lines.join('\n')}\n`)
})
