import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { copyOfMillion, FROZEN, startEmulator } from '../scene.js'
import { highest, ratios } from '../tools.js'

const PAGES = 20

/** Pages of a listing over a million items: the first, the last, and those of filters. */
export async function listing(tools) {
  const { inTurn, of } = tools
  const { dataDirectory, source, count } = await copyOfMillion(tools, 'listing')
  const emulator = await startEmulator({ dataDirectory, clock: FROZEN })
  const page = (query) => async () =>
    emulator.measure(PAGES, async () => {
      for (let asked = 0; asked < PAGES; asked += 1) await emulator.call('GET', `/feedback?limit=50&${query()}`)
    })
  const anywhere = () => Math.floor(Math.random() * count)
  const time = (row) => new Date(Date.UTC(2025, 0, 1) + row * 31_000).toISOString()
  const runs = {
    'the first page': page(() => ''),
    'one id': page(() => `external_id=ticket-${anywhere()}`),
    'one customer, who has none': page(() => 'customer_id=nobody'),
    'a range of times with 50 items': page(() => {
      const row = Math.min(anywhere(), count - 51)
      return `occurred_since=${time(row)}&occurred_until=${time(row + 50)}`
    }),
    'a source and one id': page(() => `survey_id=${source.survey_id}&external_id=ticket-${anywhere()}`),
  }
  for (const warmUp of Object.values(runs)) await warmUp()
  const title = `A page over ${count.toLocaleString('en-US')} items`
  const [first, ...filtered] = await inTurn(title, Object.entries(runs))
  const add = of(title)
  for (const [index, used] of filtered.entries()) {
    add(`${Object.keys(runs)[index + 1]}, CPU against the first page`, ratios(used, first), '×', { most: 2 })
  }
  add('highest memory', highest(filtered.flat()), 'MB', { digits: 0 })
  await emulator.stop()
}

/** Erasing one id among a million, which rewrites its segment. */
export async function erase(tools) {
  const { folder, inTurn, of } = tools
  const { dataDirectory, count } = await copyOfMillion(tools, 'erase')
  const emulator = await startEmulator({ dataDirectory, clock: FROZEN })
  let next = 0
  const eraseOne = () =>
    emulator.measure(1, async () => {
      const { erased } = await emulator.call('POST', '/feedback/erase', { external_ids: [`ticket-${next++ * 7}`] })
      if (erased !== undefined && Number(erased) !== 1) throw new Error(`erased ${erased} items instead of one`)
    })
  const rewrite = () => rewriteLargest(dataDirectory, join(folder, 'rewritten'))
  await eraseOne()
  const title = `Erasing one id among ${count.toLocaleString('en-US')}`
  const [low, own] = await inTurn(title, [
    ['floor: rewriting its segment', rewrite],
    ['`POST /feedback/erase`', eraseOne],
  ])
  const add = of(title)
  const seconds = own.map(({ cpuMs }) => cpuMs / 1_000)
  add('CPU', seconds, 's', { most: 0.3 })
  add('CPU against the floor, rewriting', ratios(own, low), '×')
  add('highest memory', highest(own), 'MB', { digits: 0 })
  await emulator.stop()
}

/** Reads the largest file of a folder and writes it anew, to the disk. */
async function rewriteLargest(folder, target) {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name))
  const largest = files.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one))
  const [before, startedAt] = [process.cpuUsage(), performance.now()]
  await pipeline(createReadStream(largest, { highWaterMark: 1024 * 1024 }), createWriteStream(target))
  const file = await open(target, 'r+')
  await file.sync()
  await file.close()
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1_000, wallMs: performance.now() - startedAt, rssBytes: process.memoryUsage.rss() }
}

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
