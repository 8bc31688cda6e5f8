import { join } from 'node:path'
import { connectEmulator } from '../../../dist/emulator.js'
import { startServer } from '../processes/server.js'
import { createCaller, startEmulator } from '../scene.js'
import { highest, ratios } from '../tools.js'

const REQUESTS = 2_000
/** `me` would count for the address, which takes 600 in a minute. */
const PATH = '/surveys/list'
/** What a key may ask for in a minute, at most. */
const PER_KEY = 300
const AT_ONCE = 4

/** A small GET with key, limits and log, of an emulator on disk. */
export async function get({ folder, sized, rounds, inTurn, of }) {
  const count = sized(REQUESTS)
  const emulator = await startEmulator({ dataDirectory: join(folder, 'get') })
  const calls = (await createKeys(emulator, Math.ceil((count * (rounds + 1)) / PER_KEY) + 1)).map((key) =>
    createCaller({ ...emulator, key }),
  )
  const floor = await startServer('floor-get', { key: emulator.key, answer: await calls[0]('GET', PATH) })
  const callFloor = createCaller({ ...floor, key: emulator.key })
  let turn = 0
  const ask = () => calls[turn++ % calls.length]('GET', PATH)
  await manyTimes(count, ask)
  const [low, own] = await inTurn('A small GET', [
    [
      'floor: node:http with the hash of the key and eight headers',
      () => measureMany(floor, count, () => callFloor('GET', PATH)),
    ],
    ['`GET /surveys/list` with key, limits and log, on disk', () => measureMany(emulator, count, ask)],
  ])
  const add = of('`GET /surveys/list`', false)
  add('CPU against the floor, node:http', ratios(own, low), '×', { most: 2 })
  add('highest memory', highest(own), 'MB', { digits: 0 })
  await Promise.all([emulator.stop(), floor.stop()])
}

/** Keys of an organisation whose own limit is out of reach, so that theirs is what counts. */
async function createKeys(emulator, count) {
  const organization = await connectEmulator(emulator).createOrganization({
    rate_limits: true,
    per_org_per_minute: 1e9,
  })
  const keys = []
  for (let made = 0; made < count; made += 1) {
    const body = { label: `bench ${made}`, environment: 'test', scope: 'all', rate_limit_per_minute: PER_KEY }
    keys.push((await organization.control.createKey({ body })).api_key)
  }
  return keys
}

function measureMany(server, count, ask) {
  return server.measure(count, () => manyTimes(count, ask))
}

async function manyTimes(count, ask) {
  let left = count
  const work = async () => {
    for (; left > 0; ) {
      left -= 1
      await ask()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
