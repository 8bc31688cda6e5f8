import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeCsv } from '../push/make-csv.js'
import { highest, ratios } from '../tools.js'

/** A push sends batches of so many, and so does its floor. */
const BATCH = 1_000
const at = (path) => fileURLToPath(new URL(`../push/${path}`, import.meta.url))

/** A CSV of a million rows, pushed to a server that keeps nothing. */
export async function push(tools) {
  const { folder, measure, inTurn } = tools
  const { rows, title, add, path } = await makeFile(tools, 1_000_000)
  await withNullServer(async (port, env) => {
    const batches = String(Math.ceil(rows / BATCH) * BATCH)
    const [low, peer, own] = await inTurn(`${title}, to a server that keeps nothing`, [
      [
        'floor: JSON.stringify and POST of ready batches, without the start of Node',
        () => floor(measure, batches, port),
      ],
      ['peer: csv-parse, JSON.stringify and POST', () => measure([at('peer-csv.js'), path, String(port)])],
      ['`inpk push`, quick check included', () => pushFile(tools, path, env)],
    ])
    add('CPU of a push against the floor, ready batches', ratios(own, low), '×', { most: 3 })
    add('CPU of a push against the peer, csv-parse', ratios(own, peer), '×', { most: 1 })
    add('highest memory of a push', highest(own), 'MB', { most: 200, digits: 0 })
  })
  rmSync(join(folder, 'rows.csv'))
}

async function floor(measure, rows, port) {
  const used = await measure([at('floor-ready.js'), rows, String(port)])
  return { ...used, ...JSON.parse(used.stdout) }
}

/** A CSV of 1 GB: memory does not grow with the file. */
export async function large(tools) {
  const { title, add, path } = await makeFile(tools, 5_000_000)
  await withNullServer(async (_, env) => {
    const [checked, pushed] = await tools.inTurn(`${title}, each with an id of its own`, [
      ['`inpk push --check`', () => tools.inpk(['push', path, '--check', '--json'])],
      ['`inpk push`, to a server that keeps nothing', () => pushFile(tools, path, env)],
    ])
    add('highest memory of `--check`', highest(checked), 'MB', { most: 200, digits: 0 })
    add('highest memory of a push', highest(pushed), 'MB', { most: 200, digits: 0 })
  })
  rmSync(path)
}

async function makeFile({ folder, sized, of }, full) {
  const rows = sized(full)
  const title = `CSV of ${rows.toLocaleString('en-US')} rows`
  const path = join(folder, 'rows.csv')
  await makeCsv(path, rows)
  return { rows, title, add: of(title), path }
}

function pushFile({ inpk }, path, env) {
  return inpk(['push', path, '--source', '34', '--restart', '--json'], env)
}

async function withNullServer(work) {
  const server = fork(at('null-server.js'))
  const port = await new Promise((resolve) => server.once('message', resolve))
  try {
    await work(port, { INPK_BASE_URL: `http://127.0.0.1:${port}` })
  } finally {
    server.kill()
  }
}
