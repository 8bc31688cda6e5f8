import { join } from 'node:path'
import { createControlClient } from '../../../dist/index.js'
import { startReceiver } from '../receiver.js'
import { copyOfMillion, createSource, FROZEN, pushBody, startEmulator } from '../scene.js'
import { highest, p99 } from '../tools.js'

const CLIENTS = 16
const PUSHES_EACH = 20
const ITEMS = 1_000

/** How long pushes take: of 16 clients at once, and of one client while a million items are analysed. */
export async function parallel(tools) {
  await pushTogether(tools)
  await pushWhileAnalysing(tools)
}

async function pushTogether({ folder, inTurn, of }) {
  const emulator = await startEmulator({ dataDirectory: join(folder, 'parallel'), clock: FROZEN })
  const source = await createSource(emulator.call)
  const times = []
  let next = 0
  const round = async () => {
    const bodies = Array.from({ length: CLIENTS * PUSHES_EACH }, () => pushBody(source, ITEMS * next++))
    const took = []
    const client = async () => {
      for (let body = bodies.pop(); body; body = bodies.pop()) took.push(await timeOf(() => push(emulator, body)))
    }
    const used = await emulator.measure(bodies.length, () => Promise.all(Array.from({ length: CLIENTS }, client)))
    times.push(p99(took))
    return used
  }
  await round()
  times.length = 0
  const title = `${CLIENTS} clients that each push ${PUSHES_EACH} times 1,000 items`
  const [used] = await inTurn(title, [['each push', round]])
  const add = of(title, false)
  add('p99 of a push', times, 'ms', { most: 150, digits: 0 })
  add('highest memory', highest(used), 'MB', { digits: 0 })
  await emulator.stop()
}

async function pushWhileAnalysing(tools) {
  const { dataDirectory, source, count } = await copyOfMillion(tools, 'parallel-million')
  const emulator = await startEmulator({ dataDirectory, clock: { mode: 'real' } })
  const receiver = await startReceiver()
  const control = createControlClient({ dashboardUrl: emulator.dashboardUrl })
  const events = ['analysis.completed']
  await control.createSubscription({ body: { url: receiver.url, events, local: true } })
  const other = await createSource(emulator.call, 'Other')
  await push(emulator, pushBody(source, count, 1))
  let isAnalysed = false
  const analysed = receiver.reach(1).then(() => (isAnalysed = true))
  const took = []
  for (let pushed = 0; !isAnalysed; pushed += 1)
    took.push(await timeOf(() => push(emulator, pushBody(other, pushed, 1))))
  await analysed
  const title = `Pushes of one item while ${count.toLocaleString('en-US')} are analysed`
  const add = tools.of(title)
  add(`slowest of ${took.length}`, [Math.max(...took)], 'ms', { most: 250, digits: 0 })
  add('p99', [p99(took)], 'ms', { digits: 0 })
  add('highest memory', highest([await emulator.usage()]), 'MB', { digits: 0 })
  await emulator.stop()
  receiver.close()
}

function push({ call }, body) {
  return call('POST', '/content/push', body)
}

async function timeOf(work) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
