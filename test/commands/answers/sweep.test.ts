import { describe, expect, it } from 'vitest'
import { type Change, changesOf, describeChange, sampled } from './changes.js'
import { ENVELOPES } from './envelopes.js'
import { findEnvelopeFault, findFault } from './judge.js'
import { controlLines, type SweptLine, serviceLines, unsweptCommands } from './lines.js'
import { openSweptStage, type Swept } from './swept-stage.js'

const SEED = Number(process.env.INPK_SEED ?? 15)
/** Changes for each line; all there are in soak. */
const CHANGES = process.env.INPK_SOAK ? Number.POSITIVE_INFINITY : Number(process.env.INPK_FUZZ_CHANGES ?? 3)
/** Of a description, which has ninety thousand places to change, so many are enough. */
const OF_DESCRIPTION = 400

let played = 0

/** Runs a line against each of its answers in each other form, and gives what is wrong. */
async function sweep(swept: SweptLine): Promise<string[]> {
  const stage = await openSweptStage(swept)
  try {
    const sound = await stage.run()
    const cases = casesOf(sound.answers)
    const drawn = CHANGES < cases.length ? sampled(cases, CHANGES, SEED) : cases
    const faults: string[] = []
    for (const { route, change } of drawn) {
      played += 1
      const ran = await stage.run({ route, change })
      const fault = findFault({ line: swept.line, sound, route, change, swept: ran })
      if (fault) faults.push(`${swept.line} | ${route} | ${describeChange(change)}: ${fault}\n${shown(ran)}`)
    }
    const envelopes = routesOf(sound.answers).flatMap((route) => ENVELOPES.map((envelope) => ({ route, envelope })))
    for (const each of CHANGES < cases.length ? sampled(envelopes, CHANGES, SEED) : envelopes) {
      played += 1
      const ran = await stage.run(each)
      const fault = findEnvelopeFault({ line: swept.line, sound, swept: ran, ...each })
      if (fault) faults.push(`${swept.line} | ${each.route} | comes as ${each.envelope.name}: ${fault}\n${shown(ran)}`)
    }
    return faults
  } finally {
    await stage.close()
  }
}

function shown({ code, stdout, stderr }: Swept): string {
  return `  exit ${code} ${stdout.slice(0, 300)}${stderr.slice(0, 400)}`
}

function routesOf(answers: readonly { route: string }[]): string[] {
  return [...new Set(answers.map(({ route }) => route))]
}

/** Every change of the first answer of each route; those to later requests are changed alike. */
function casesOf(answers: readonly { route: string; payload: unknown }[]): { route: string; change: Change }[] {
  return routesOf(answers).flatMap((route) => {
    const changes = changesOf(answers.find((answer) => answer.route === route)!.payload)
    const drawn = /openapi/.test(route) ? sampled(changes, OF_DESCRIPTION, SEED) : changes
    return drawn.map((change) => ({ route, change }))
  })
}

describe('answers in a form nobody expected', () => {
  it('are given to every command that asks', () => {
    expect(unsweptCommands()).toEqual([])
  })

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

  it('of which the soak has ten thousand', () => {
    expect(played).toBeGreaterThan(process.env.INPK_SOAK ? 10_000 : 500)
  })
})
