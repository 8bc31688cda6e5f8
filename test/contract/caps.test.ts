import { expect, it } from 'vitest'
import { CAPS, type CapName, roomFor } from '../../src/contract/caps.js'
import { runInpk } from '../cli/run-inpk.js'
import type { Drivers } from './caps/driven.js'
import { IN_COMMANDS } from './caps/in-commands.js'
import { IN_MEMORY } from './caps/in-memory.js'
import { THROUGH_API } from './caps/through-api.js'

/** A cap without a driver does not compile. */
const DRIVERS: Drivers<CapName> = { ...THROUGH_API, ...IN_MEMORY, ...IN_COMMANDS }
const NAMES = Object.keys(CAPS) as CapName[]

it.each(NAMES)('%s: as many are kept as the table of caps says, and no more where twice as many come', async (name) => {
  const { most = CAPS[name].most, begin, atMost = roomFor } = DRIVERS[name]
  const driven = await begin(most)
  for (let number = 0; number < most; number += 1) await driven.add(number)
  expect(await driven.held()).toBe(most)
  for (let number = most; number < 2 * most; number += 1) await driven.add(number)
  const held = await driven.held()
  expect(held).toBeGreaterThan(0)
  expect(held).toBeLessThanOrEqual(atMost(most))
})

it('`inpk help caps` prints the table', async () => {
  const { stdout } = await runInpk(['help', 'caps'], { columns: 1_000 })
  for (const { most, what, beyond } of Object.values(CAPS)) {
    expect(stdout).toContain(`${most.toLocaleString('en')} ${what}\n  Beyond: ${beyond}.\n`)
  }
  const rows = Object.entries(CAPS).map(([name, cap]) => ({ name, ...cap }))
  expect(JSON.parse((await runInpk(['help', 'caps', '--json'])).stdout)).toEqual(rows)
})
