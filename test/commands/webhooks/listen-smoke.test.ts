import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../../emulator/index.js'
import { type ControlClient, createControlClient } from '../../../src/client/control.js'
import { scratchFolder } from '../scratch.js'

// The built program against an emulator over sockets: what becomes of a listener that is told to end, or killed.
const BIN = join(resolve(import.meta.dirname, '../../..'), 'bin/inpk.js')
const children: ChildProcess[] = []
let emulator: Emulator
let control: ControlClient
beforeAll(async () => {
  emulator = await startEmulator({ port: 0 })
  control = createControlClient({ dashboardUrl: emulator.dashboardUrl })
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await emulator.close()
})

const count = async () => (await control.listSubscriptions()).items.length

async function startListener(...argv: string[]) {
  const env = { ...process.env, INPK_EMULATOR_URL: emulator.dashboardUrl, INPK_CONFIG_DIR: '/nowhere' }
  const child = spawn(process.execPath, [BIN, 'webhooks', 'listen', '--json', ...argv], { env, cwd: scratchFolder() })
  children.push(child)
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  const gone = once(child, 'close')
  const before = await count()
  await expect.poll(count, { timeout: 20_000 }).toBe(before + 1)
  return {
    child,
    gone,
    printed: () =>
      printed
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  }
}

const emit = () =>
  control.emitEvent({ body: { event: 'series.created', data: { survey_series_id: 1, name: 'Shops' } } })

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s ends a listener with %i; it has unsubscribed by then',
  async (signal, exit) => {
    const { child, gone, printed } = await startListener()
    await emit()
    await expect.poll(() => printed().length, { timeout: 10_000 }).toBe(1)
    expect(printed()[0]).toMatchObject({ event: 'series.created', verified: true, status: 204 })
    child.kill(signal)
    expect(await gone).toEqual([exit, null])
    expect(await count()).toBe(0)
  },
  60_000,
)

it('a listener killed with -9 is dropped by the emulator within its lease, and with it what was due; one that lives stays', async () => {
  const living = await startListener('--https')
  const stays = (await control.listSubscriptions()).items.map(({ id }) => id)
  const killed = await startListener()
  const left = (await control.listSubscriptions()).items.find(({ id }) => !stays.includes(id))!
  killed.child.kill('SIGKILL')
  await killed.gone
  await emit()
  expect(left.lease_seconds).toBe(10)
  // A shorter lease, so that nobody waits for the ten seconds.
  await control.updateSubscription({ params: { id: left.id }, body: { lease_seconds: 1 } })
  await expect.poll(count, { timeout: 20_000, interval: 100 }).toBe(1)
  const { items } = await control.listDeliveries({ query: { state: 'pending' } })
  expect(items).toEqual([])
  await emit()
  await expect.poll(() => living.printed().length, { timeout: 10_000 }).toBe(2)
  living.child.kill('SIGINT')
  await living.gone
  expect(await count()).toBe(0)
}, 60_000)
