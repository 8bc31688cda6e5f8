import { describe, expect, it } from 'vitest'
import { type Change, changesOf, describeChange, sampled } from './changes.js'
import { findFault } from './judge.js'
import { controlLines, type SweptLine, serviceLines } from './lines.js'
import { openSweptStage } from './swept-stage.js'

const SEED = Number(process.env.INPK_SEED ?? 15)
/** Changes for each line; all there are in soak. */
const CHANGES = process.env.INPK_SOAK ? Number.POSITIVE_INFINITY : Number(process.env.INPK_FUZZ_CHANGES ?? 4)

/** Runs a line against each of its answers in each other form, and gives what is wrong. */
async function sweep(swept: SweptLine): Promise<string[]> {
  const stage = await openSweptStage(swept)
  try {
    const sound = await stage.run()
    const cases = casesOf(sound.answers)
    const drawn = CHANGES < cases.length ? sampled(cases, CHANGES, SEED) : cases
    const faults: string[] = []
    for (const { route, change } of drawn) {
      const ran = await stage.run({ route, change })
      const fault = findFault({ line: swept.line, sound, route, change, swept: ran })
      if (fault)
        faults.push(
          `${swept.line} | ${route} | ${describeChange(change)}: ${fault}\n  exit ${ran.code} ${ran.stdout.slice(0, 300)}${ran.stderr.slice(0, 400)}`,
        )
    }
    return faults
  } finally {
    await stage.close()
  }
}

/** Every change of the first answer of each route; those to later requests are changed alike. */
function casesOf(answers: readonly { route: string; payload: unknown }[]): { route: string; change: Change }[] {
  const first = new Map<string, unknown>()
  for (const { route, payload } of answers) if (!first.has(route)) first.set(route, payload)
  return [...first].flatMap(([route, payload]) => changesOf(payload).map((change) => ({ route, change })))
}

describe('answers in a form nobody expected', () => {
  it.each(serviceLines().map((each) => [each.line, each] as const))(
    '%s',
    async (_, swept) => {
      const faults = await sweep(swept)
      expect(faults, faults.join('\n')).toEqual([])
    },
    3_600_000,
  )

  it.each(controlLines().map((each) => [each.line, each] as const))(
    '%s',
    async (_, swept) => {
      const faults = await sweep(swept)
      expect(faults, faults.join('\n')).toEqual([])
    },
    3_600_000,
  )
})
