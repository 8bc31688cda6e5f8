import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Facts } from '../../src/contract/facts/facts.js'
import { commandNames } from '../cli/every-command.js'
import type { Ran } from '../cli/run-inpk.js'
import { type SweptLine, serviceLines } from '../commands/answers/lines.js'
import { arbitraryFacts } from '../contract/facts/random-facts.js'
import { LineFailedError, openStage, runAll, type Stage } from '../transcripts/stage.js'
import { compareShown } from './compare-shown.js'
import { recordDay } from './day/recorded-day.js'
import { learnedFrom } from './learned-from.js'

/**
 * A line for every command that asks the service, run against one of which only what was learned is known, beside the same line with
 * all that is true of it. A command that still lacks a name may fail and say so; what it does and shows is never something else.
 */
const SEEDS = process.env.INPK_SOAK ? Array.from({ length: 12 }, (_, at) => 101 + at) : seedsOf(process.env.INPK_SEEDS)
const IS_LONG = process.env.INPK_SOAK !== undefined || process.env.INPK_SEEDS !== undefined
/** What speaks of the facts themselves says something else of other ones. */
const ALL = serviceLines().filter(({ line }) => !/^(doctor|learn|openapi|config)\b/.test(line))
/** One for each command; with more time, all their ways and forms. */
const LINES = ALL.filter(
  ({ line }, at) => IS_LONG || at === ALL.findIndex((each) => nameIn(each.line) === nameIn(line)),
)

/** The share of the lines that do with learned facts what they do with the true ones, and of those that can be compared; they may only rise. */
const LEAST_RIGHT = 0.95
const LEAST_COMPARED = 0.8

const counts = { right: 0, failed: 0, impossible: 0 }

describe('with the learned file', () => {
  test.each(SEEDS)(
    'every command does what it should, or fails and says so, seed %i',
    async (seed) => {
      const [facts] = fc.sample(arbitraryFacts(), { seed, numRuns: 1 })
      const learned = (await learnedFrom(facts!, await recordDay(facts!, { evening: false })))['both and probes']
      const wrong: string[] = []
      const play = await openPlay(facts!)
      for (const line of LINES) {
        const [known, own] = (await play.runs(line, [facts!, learned])) ?? []
        if (!known || !own || known.code !== 0) counts.impossible += 1
        else if (isRight(own, known)) counts.right += 1
        else {
          counts.failed += 1
          const faults = faultsOf(own, known)
          const text = `${line.line}: exit ${own.code}\n${own.stdout}${own.stderr}\ninstead of\n${known.stdout}`
          if (faults.length > 0) wrong.push(`${faults.join('\n')}\n${text}`)
          else if (process.env.INPK_SEEDS) process.stdout.write(`${text}\n`)
        }
      }
      await play.close()
      expect(wrong).toEqual([])
    },
    180_000,
  )

  test('most of them do', () => {
    const compared = counts.right + counts.failed
    expect(counts.right / compared).toBeGreaterThan(LEAST_RIGHT)
    expect(compared / (compared + counts.impossible)).toBeGreaterThan(LEAST_COMPARED)
  })
})

afterAll(() => {
  if (process.env.INPK_SEEDS) process.stdout.write(`${JSON.stringify(counts)}\n`)
})

/** A push is known by what it was told, facts included. */
const RUN = /"run_id": "\w+",/

const SNAPSHOT = 'before-each-line'

/** A stage of a service, on which lines are run one after the other, each from the same state. */
async function openPlay(truth: Facts) {
  const shared = await openStage(undefined, truth)
  await save(shared)
  /** What a line does with each of some facts known; undefined where the service does not let anybody do what comes before it. */
  const runs = async ({ line, given = [], around }: SweptLine, known: readonly Facts[]): Promise<Ran[] | undefined> => {
    const ran: Ran[] = []
    for (const facts of known) {
      // A snapshot does not bring back what was erased.
      const isApart = given.length > 0 || line.includes('erase')
      const stage = isApart ? await openStage([...given, line], truth) : shared
      try {
        if (!isApart) await stage.emulator.control.restoreSnapshot({ params: { name: SNAPSHOT } })
        else if (!(await canRun(stage, given))) return undefined
        ran.push(await runWith(stage, { line, ...(around && { around }) }, facts))
      } finally {
        if (isApart) await stage.close()
      }
    }
    return ran
  }
  return { runs, close: () => shared.close() }
}

/** Runs what comes before a line; false if the service does not let anybody do that. */
async function canRun(stage: Stage, given: readonly string[]): Promise<boolean> {
  try {
    await runAll(stage, given)
    return true
  } catch (error) {
    if (error instanceof LineFailedError) return false
    throw error
  }
}

async function save({ emulator }: Stage): Promise<void> {
  await emulator.control.saveSnapshot({ body: { name: SNAPSHOT } })
}

async function runWith(stage: Stage, { line, around }: SweptLine, known: Facts): Promise<Ran> {
  const folder = mkdtempSync(join(stage.cwd, 'known-'))
  const file = join(folder, 'known.facts.json')
  writeFileSync(file, JSON.stringify(known))
  const { env, ...surroundings } = around?.(stage) ?? {}
  const ran = await stage.run(line, { ...surroundings, env: { INPK_CONFIG_DIR: folder, ...env, INPK_FACTS: file } })
  const stdout = ran.stdout.replaceAll(folder, '.').replaceAll(stage.cwd, '.').replace(RUN, '')
  return { ...ran, stdout }
}

function isRight(own: Ran, known: Ran): boolean {
  const { wrong, missing } = compareShown(own.stdout, known.stdout)
  return own.code === 0 && wrong.length + missing.length === 0
}

/**
 * What a command does that it must not, known being what it does when all is known: it shows something else, or leaves something out of what
 * people read, and does not say so. JSON has what can be read, and no more.
 */
function faultsOf(own: Ran, known: Ran): string[] {
  if (own.code !== 0) return isClear(own) ? [] : ['fails, and does not say why']
  const { wrong, missing, isJson } = compareShown(own.stdout, known.stdout)
  const isSaid = isJson || /that can be read; (left out or )?shown as -/.test(own.stderr)
  return [...wrong.map((each) => `not so: ${each}`), ...(isSaid ? [] : missing.map((each) => `left out: ${each}`))]
}

function isClear({ code, stdout, stderr }: Ran): boolean {
  return code !== 70 && `${stdout}${stderr}`.trim() !== '' && !/fault of inpk|UNEXPECTED/.test(`${stdout}${stderr}`)
}

/** The command of a line. */
function nameIn(line: string): string {
  return commandNames().find((name) => `${line} `.startsWith(`${name} `))!
}

function seedsOf(range: string | undefined): number[] {
  const [from = 101, to = from] = (range ?? '').split('-').filter(Boolean).map(Number)
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
