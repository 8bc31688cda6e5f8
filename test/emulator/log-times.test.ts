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

it('the log calls groups and sources by their names, and counts what it counts (16, C7)', async () => {
  const emulator = await startEmulator({
    listen: false,
    clock: { mode: 'frozen', now: Date.UTC(2026, 0, 1) },
    seed: {
      groups: [{ name: 'Support', sources: [{ title: 'Tickets', fields: [{ text: 'Why?', items: ['Late.'] }] }] }],
    },
  })
  atEndOfFile(() => emulator.close())
  const headers = { authorization: `Bearer ${emulator.apiKeys.test.all}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Shop' })
  await emulator.handle({ method: 'POST', url: `${emulator.baseUrl}/api/input/survey_series/create`, headers, body })
  await emulator.control.advanceClock({ body: { by: '1d' } })
  const { items } = await emulator.control.listChanges()
  const summaries = items.map(({ summary }) => summary)
  expect(summaries).toEqual(
    expect.arrayContaining([
      'created group 2 (Shop)',
      'analysed source 1 (Tickets)',
      'clock moved to 2026-01-02 00:00:00',
    ]),
  )
})
