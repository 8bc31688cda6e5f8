import { join } from 'node:path'
import { startServer } from '../processes/server.js'
import { copyOfMillion, createCaller, createSource, FROZEN, pushBody, startEmulator } from '../scene.js'
import { highest, ratios } from '../tools.js'

const PUSHES = 20
const ITEMS = 1_000

/** A push of 1,000 items that is on the disk when it is answered: into an empty source, and into one with a million. */
export async function durable(tools) {
  const { folder, inTurn, of } = tools
  const floor = await startServer('floor-push', { path: join(folder, 'floor-push.jsonl') })
  const empty = await startEmulator({ dataDirectory: join(folder, 'durable'), clock: FROZEN })
  const { source: full, count, dataDirectory } = await copyOfMillion(tools, 'durable-million')
  const filled = await startEmulator({ dataDirectory, clock: FROZEN })
  const source = await createSource(empty.call)
  const pushFloor = pusher(floor, createCaller({ ...floor, key: '' }), source, 0)
  const pushEmpty = pusher(empty, empty.call, source, 0)
  const pushFilled = pusher(filled, filled.call, full, count)
  for (const warmUp of [pushFloor, pushEmpty, pushFilled]) await warmUp()
  const million = `\`POST /content/push\` of 1,000 items after ${count.toLocaleString('en-US')}`
  const [low, first, last] = await inTurn('A durable push of 1,000 items', [
    ['floor: parse, SHA-256, append and fdatasync', pushFloor],
    ['`POST /content/push` of 1,000 items', pushEmpty],
    [million, pushFilled],
  ])
  of('A durable push of 1,000 items', false)('CPU against the floor', ratios(first, low), '×', { most: 2 })
  const add = of(million)
  add('CPU against the floor', ratios(last, low), '×', { most: 2 })
  add('highest memory', highest(last), 'MB', { digits: 0 })
  await Promise.all([floor.stop(), empty.stop(), filled.stop()])
}

/** Measures as many pushes again, each of items that were not there before. */
function pusher(server, call, source, from) {
  let next = from
  return async () => {
    // Made before: a body costs the bench more than the server.
    const bodies = Array.from({ length: PUSHES }, (_, at) => pushBody(source, next + at * ITEMS))
    next += PUSHES * ITEMS
    return server.measure(PUSHES, async () => {
      for (const body of bodies) await call('POST', '/content/push', body)
    })
  }
}
