import { join } from 'node:path'
import { connectEmulator } from '../../../dist/emulator.js'
import { startServer } from '../processes/server.js'
import { startReceiver } from '../receiver.js'
import { startEmulator } from '../scene.js'
import { highest, ratios } from '../tools.js'

const SUBSCRIPTIONS = 10
/** Events of a round, told at once. */
const EVENTS_AT_ONCE = 40
const PER_ROUND = EVENTS_AT_ONCE * SUBSCRIPTIONS
const DATA = { survey_series_id: 1, name: 'Shops' }
const MILLISECONDS = { most: 0.5 }

/** A webhook delivery, with a thousand of them in the ledger and with a hundred thousand. */
export async function delivery(tools) {
  const { folder, sized, inTurn, of } = tools
  const receiver = await startReceiver()
  const caps = { deliveries: 1_000_000 }
  const emulator = await startEmulator({ dataDirectory: join(folder, 'delivery'), caps })
  const { control } = await connectEmulator(emulator).createOrganization({ rate_limits: false })
  for (let made = 0; made < SUBSCRIPTIONS; made += 1) {
    const url = `${receiver.url}${made}`
    await control.createSubscription({ body: { url, events: ['series.created'], local: true } })
  }
  const floor = await startServer('floor-delivery', {
    url: receiver.url,
    body: { event: 'series.created', timestamp: new Date().toISOString(), data: DATA },
  })
  const floorReceiver = () => floor.measure(PER_ROUND, () => floor.ask({ deliver: PER_ROUND }))
  let kept = 0
  let received = 0
  const deliver = async () => {
    received += PER_ROUND
    kept += PER_ROUND
    const arrived = receiver.reach(received)
    const told = Array.from({ length: EVENTS_AT_ONCE }, () =>
      control.emitEvent({ body: { event: 'series.created', data: DATA } }),
    )
    await Promise.all([arrived, ...told])
  }
  const both = async () => {
    const low = await floorReceiver()
    received += PER_ROUND
    return low
  }
  for (const full of [1_000, 100_000]) {
    while (kept < sized(full)) await deliver()
    const title = `A delivery with ${kept.toLocaleString('en-US')} in the ledger`
    const [low, own] = await inTurn(title, [
      ['floor: node:http POST with HMAC', both],
      ['one webhook delivery, its tenth of the event included', () => emulator.measure(PER_ROUND, deliver)],
    ])
    const add = of(title, full > 1_000)
    const times = own.map(({ cpuMs }) => cpuMs)
    add('CPU', times, 'ms', MILLISECONDS)
    add('CPU against the floor, node:http', ratios(own, low), '×')
    add('highest memory', highest(own), 'MB', { digits: 0 })
  }
  await Promise.all([emulator.stop(), floor.stop()])
  receiver.close()
}
