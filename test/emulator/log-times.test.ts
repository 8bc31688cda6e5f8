import { expect, it } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { atEndOfFile } from '../end-of-file.js'

it.each(['seed', 'initial state'])(
  'a reset to the %s has in the log the time at which it was made, as every change has (16)',
  async (kind) => {
    const emulator = await startEmulator({
      listen: false,
      clock: { mode: 'frozen', now: Date.UTC(2026, 0, 1) },
      ...(kind === 'seed' ? { seed: { groups: [{ name: 'Support' }] } } : {}),
    })
    atEndOfFile(() => emulator.close())
    await emulator.control.advanceClock({ body: { by: '62d' } })
    await emulator.control.resetOrganization()
    const { items } = await emulator.control.listChanges()
    expect(items.find(({ operation }) => operation === 'reset')).toMatchObject({
      at: '2026-03-04T00:00:00.000Z',
      summary: `reset to the ${kind}`,
    })
  },
)
