import { join } from 'node:path'
import { connectEmulator } from '../../../dist/emulator.js'
import { copyOfMillion, createSource, FROZEN, pushBody, startEmulator } from '../scene.js'
import { highest, ratios } from '../tools.js'

const ORGANISATIONS = 1_000
/** Organisations that are made at the same time. */
const AT_ONCE = 8

/** Starting where a million items are, and the first push after it. */
export async function start(tools) {
  const { inTurn, of } = tools
  const empty = await emptyDirectory(tools, 'start-empty')
  const { dataDirectory, source, count } = await copyOfMillion(tools, 'start-million')
  let next = count
  const firstPush = async () => {
    const emulator = await startEmulator({ dataDirectory, clock: FROZEN })
    const body = pushBody(source, next++, 1)
    const used = await emulator.measure(1, () => emulator.call('POST', '/content/push', body))
    await emulator.stop()
    return used
  }
  const title = `A start with ${count.toLocaleString('en-US')} items`
  const [none, many, pushed] = await inTurn(title, [
    ['floor: a start with none', () => startOnce({ dataDirectory: empty, clock: FROZEN })],
    ['a start with all of them', () => startOnce({ dataDirectory, clock: FROZEN })],
    ['the first push after it, of one item', firstPush],
  ])
  const add = of(title)
  add('CPU against a start with none', ratios(many, none), '×', { most: 1.15 })
  add('highest memory', highest(many), 'MB', { most: 80, digits: 0 })
  const times = pushed.map(({ cpuMs }) => cpuMs)
  add('CPU of the first push', times, 'ms', { most: 100, digits: 0 })
}

/** Starting where a thousand organisations are. */
export async function organisations(tools) {
  const { folder, sized, inTurn, of } = tools
  const empty = await emptyDirectory(tools, 'organisations-empty')
  const dataDirectory = join(folder, 'organisations')
  const count = sized(ORGANISATIONS)
  const emulator = await startEmulator({ dataDirectory })
  let left = count
  const work = async () => {
    for (; left > 0; ) {
      left -= 1
      await connectEmulator(emulator).createOrganization()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await emulator.stop()
  const title = `A start with ${count.toLocaleString('en-US')} organisations`
  const [one, many] = await inTurn(title, [
    ['floor: a start with one', () => startOnce({ dataDirectory: empty })],
    ['a start with all of them', () => startOnce({ dataDirectory })],
  ])
  const add = of(title)
  add('CPU against a start with one', ratios(many, one), '×', { most: 3 })
  add('highest memory', highest(many), 'MB', { digits: 0 })
}

/** An organisation with a source and nothing in it. */
async function emptyDirectory({ folder }, name) {
  const dataDirectory = join(folder, name)
  const emulator = await startEmulator({ dataDirectory, clock: FROZEN })
  await createSource(emulator.call)
  await emulator.stop()
  return dataDirectory
}

/** What a process has used when it first listens. */
async function startOnce(options) {
  const emulator = await startEmulator(options)
  const used = await emulator.usage()
  await emulator.stop()
  return used
}
