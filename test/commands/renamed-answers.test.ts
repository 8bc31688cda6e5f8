import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Facts } from '../../src/contract/facts/facts.js'
import { commandNames, lineFor } from '../cli/every-command.js'
import { arbitraryFacts, OPEN_IDS } from '../contract/facts/random-facts.js'
import { openStage, type Stage } from '../transcripts/stage.js'

const SEEDS = process.env.INPK_SOAK ? 200 : 3
const LINES = commandNames()
  .filter((name) => /^(me|groups|sources|feedback|analysis|invites|tasks)\b/.test(name))
  .map((name) => lineFor(name).join(' '))
const ANSWERS = OPEN_IDS.filter((id) => id.startsWith('result:'))

/** Only where members stand, and not which there are or how they are written. */
function placesOf(facts: Facts): Facts {
  const entries = Object.entries(facts).map(([id, { name, names, at }]): [string, Record<string, unknown>] => {
    const known = Object.entries((names ?? {}) as object).filter(([, place]) => place !== null)
    return [
      id,
      {
        ...(name ? { name } : {}),
        ...(at ? { at } : {}),
        ...(known.length > 0 ? { names: Object.fromEntries(known) } : {}),
      },
    ]
  })
  return Object.fromEntries(entries.filter(([, fact]) => Object.keys(fact).length > 0)) as Facts
}

async function saidBy(lines: readonly string[], facts: Facts | undefined, env: Record<string, string> = {}) {
  const stage: Stage = await openStage(undefined, facts)
  try {
    const said: string[] = []
    for (const line of lines) {
      const { code, stdout, stderr } = await stage.run(line, { env })
      await stage.emulator.idle()
      said.push(`${line}: exit ${code}\n${stdout}${stderr}`)
    }
    return said
  } finally {
    await stage.close()
  }
}

describe('a service whose answers have other names', () => {
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1)

  it.each(seeds)('with facts every command says what it says without them, seed %i', async (seed) => {
    const [drawn] = fc.sample(arbitraryFacts({ ids: ANSWERS }), { seed, numRuns: 1 })
    expect(await saidBy(LINES, placesOf(drawn!))).toEqual(await saidBy(LINES, undefined))
  })

  it.each(seeds)('without them it shows what is there, or an error that names what is not, seed %i', async (seed) => {
    const [drawn] = fc.sample(arbitraryFacts({ ids: ANSWERS }), { seed, numRuns: 1 })
    const said = await saidBy(LINES, placesOf(drawn!), { INPK_FACTS: 'none' })
    expect(said).not.toEqual(await saidBy(LINES, undefined))
    expect(said.filter((each) => /fault of inpk|UNEXPECTED\)|undefined|NaN|\[object|WRONG_HOST/.test(each))).toEqual([])
  })
})
