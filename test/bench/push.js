// npm run bench:push [-- PART...] [--rows N] [--rounds N]: what a push costs, as ratios to floors and peers of the same run.
// A floor does what nobody can do without; a peer does the same job another way. Figures are medians of rounds that run each
// program in turn, ratios those of one round, memory is the highest of all rounds. A bound that nine of ten rounds miss is marked, and
// ends the bench with 1. Parts: csv, xlsx, bombs; `large`, a CSV of 1 GB, only where it is named. With --rows no file has more
// rows than that, and bounds of larger files are not judged.
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from './push/bundle.js'
import { installExceljs } from './push/install-exceljs.js'
import { makeBombs } from './push/make-bombs.js'
import { makeCsv } from './push/make-csv.js'
import { makeXlsx } from './push/make-xlsx.js'
import { runMeasured } from './push/run-measured.js'
import { createFigures, describeMachine, median, section, spread } from './report.js'

const API_KEY = `inpk_test_EMUbench01_${'A'.repeat(43)}=`
/** A push sends batches of so many, and so does its floor. */
const BATCH = 1_000
const MB = 1024 * 1024
const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const PROGRAM = at('../../bin/inpk.js')
const PARTS = { csv: benchCsv, xlsx: benchXlsx, bombs: benchBombs, large: benchLarge }
const USUAL_PARTS = ['csv', 'xlsx', 'bombs']

const { names, mostRows, roundCount } = readArguments()
const figures = createFigures()
const folder = mkdtempSync(join(tmpdir(), 'inpk-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

describeMachine()
for (const name of names) {
  try {
    await PARTS[name]()
  } catch (error) {
    // An unattended run goes on with what is left.
    section(`FAILED: ${name}: ${error.message}`)
    process.exitCode = 1
  }
}
if (!figures.tell()) process.exitCode = 1
if (!names.includes('large')) console.log('Not run, for it takes minutes: `npm run bench:push -- large`')

function readArguments() {
  const options = { rows: { type: 'string' }, rounds: { type: 'string', default: '5' } }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [rows, rounds] = [values.rows ?? 'Infinity', values.rounds].map(Number)
  const unknown = positionals.find((name) => !(name in PARTS))
  if (unknown) fail(`there is no part "${unknown}"; there are ${Object.keys(PARTS).join(', ')}`)
  if (!(rows >= BATCH)) fail(`--rows takes a number from ${BATCH} on`)
  if (!Number.isInteger(rounds) || rounds < 1) fail('--rounds takes a number from 1 on')
  return { names: positionals.length > 0 ? positionals : USUAL_PARTS, mostRows: rows, roundCount: rounds }
}

function fail(message) {
  console.error(`error: ${message}`)
  process.exit(2)
}

async function benchCsv() {
  const { rows, title, add } = sizeOf('CSV', 1_000_000)
  const path = join(folder, 'rows.csv')
  await makeCsv(path, rows)
  await withNullServer(async (port, env) => {
    const [low, peer, own] = await inTurn(`${title}, to a server that keeps nothing`, [
      ['floor: JSON.stringify and POST of ready batches, without the start of Node', () => floorReady(rows, port)],
      ['peer: csv-parse, JSON.stringify and POST', () => measure([at('./push/peer-csv.js'), path, String(port)])],
      ['`inpk push`, quick check included', () => push(path, env)],
    ])
    add('CPU of a push against the floor, ready batches', ratios(own, low), '×')
    add('CPU of a push against the peer, csv-parse', ratios(own, peer), '×', { most: 1.4 })
    add('highest memory of a push', highest(own), 'MB', { most: 200, digits: 0 })
  })
  rmSync(path)
}

async function floorReady(rows, port) {
  const used = await measure([at('./push/floor-ready.js'), String(Math.ceil(rows / BATCH) * BATCH), String(port)])
  return { ...used, ...JSON.parse(used.stdout) }
}

async function benchLarge() {
  const { rows, title, add } = sizeOf('CSV', 5_000_000)
  const path = join(folder, 'large.csv')
  await makeCsv(path, rows)
  await withNullServer(async (_, env) => {
    const [checked, pushed] = await inTurn(`${title}, each with an id of its own`, [
      ['`inpk push --check`', () => check(path)],
      ['`inpk push`, to a server that keeps nothing', () => push(path, env)],
    ])
    add('highest memory of `--check`', highest(checked), 'MB', { most: 200, digits: 0 })
    add('highest memory of a push', highest(pushed), 'MB', { most: 200, digits: 0 })
  })
  rmSync(path)
}

async function withNullServer(work) {
  const server = fork(at('./push/null-server.js'))
  const port = await new Promise((resolve) => server.once('message', resolve))
  try {
    await work(port, { INPK_BASE_URL: `http://127.0.0.1:${port}` })
  } finally {
    server.kill()
  }
}

async function benchXlsx() {
  const exceljs = installExceljs(folder)
  if (!exceljs) section('The peer of XLSX, exceljs, cannot be installed here: not compared')
  const reader = bundle(folder, 'read-xlsx')
  const path = join(folder, 'rows.xlsx')
  for (const shared of [true, false]) {
    const kind = shared ? 'XLSX with shared texts, as Excel writes it,' : 'XLSX with texts in its cells,'
    const { rows, title, add } = sizeOf(kind, 500_000)
    await makeXlsx(path, rows, { shared })
    const [low, own, whole, theirs] = await inTurn(title, [
      ['floor: inflating the sheet and its texts', () => measure([at('./push/floor-xlsx.js'), path])],
      ['our reader alone, every row', () => measure([reader, path])],
      ['`inpk push --check`, every row mapped', () => check(path)],
      ...(exceljs ? [['peer: the stream reader of exceljs', () => readByExceljs(exceljs, path)]] : []),
    ])
    add('CPU of our reader against the floor, inflating', ratios(own, low), '×', { most: 6 })
    add('CPU of `--check` against the floor, inflating', ratios(whole, low), '×', { most: 6 })
    if (theirs) {
      add('CPU of the peer, exceljs, against our reader', ratios(theirs, own), '×', { least: 4 })
      add('CPU of the peer, exceljs, against `--check`', ratios(theirs, whole), '×', { least: 1 })
    }
    await benchFullSheet(path, kind, shared)
  }
}

function readByExceljs(exceljs, path) {
  return measure([at('./push/peer-xlsx.js'), exceljs, path])
}

/** As many rows as a sheet can have. */
async function benchFullSheet(path, kind, shared) {
  const { rows, title, add } = sizeOf(kind, 1_048_575)
  await makeXlsx(path, rows, { shared })
  const [whole] = await inTurn(title, [['`inpk push --check`', () => check(path)]])
  add('highest memory of `--check`', highest(whole), 'MB', { most: 400, digits: 0 })
}

async function benchBombs() {
  const title = 'Files made to take memory or time'
  const bombs = await makeBombs(folder)
  const used = await inTurn(
    title,
    bombs.map(({ name, path, refused }) => [
      `${name}: ${refused ? 'refused' : 'read'}`,
      () => check(path, refused ? 6 : 0),
    ]),
  )
  const times = used.map((each) => each.map(({ wallMs }) => wallMs / 1_000))
  const slowest = times.toSorted((one, other) => median(other) - median(one))[0]
  const add = figures.of(title)
  add('time of the slowest `--check`', slowest, 's', { most: 2 })
  add('highest memory of a `--check`', highest(used.flat()), 'MB', { most: 300, digits: 0 })
}

/** What a file is that has `full` rows, or as many as were asked for; figures of fewer are not judged. */
function sizeOf(kind, full) {
  const rows = Math.min(full, mostRows)
  const title = `${kind} of ${rows.toLocaleString('en-US')} rows`
  return { rows, title, add: figures.of(title, rows === full) }
}

/** Runs programs in turn, round by round, so that other work on the machine slows all alike; tells and returns what each used. */
async function inTurn(title, runs) {
  const used = runs.map(() => [])
  for (let round = 1; round <= roundCount; round += 1) {
    console.error(`${title}: round ${round} of ${roundCount}`)
    for (const [index, [, run]] of runs.entries()) used[index].push(await run())
  }
  const rows = runs.map(([name], index) => usageRow(name, used[index]))
  section(title, [`median of ${roundCount}`, 'CPU', 'time', 'highest memory'], rows)
  return used
}

function usageRow(name, used) {
  const seconds = (member) =>
    spread(
      used.map((each) => each[member] / 1_000),
      's',
    )
  return [name, seconds('cpuMs'), seconds('wallMs'), `${highest(used)[0].toFixed(0)} MB`]
}

/** Round by round, which a busy machine changes least. */
function ratios(one, other) {
  return one.map(({ cpuMs }, round) => cpuMs / other[round].cpuMs)
}

function highest(used) {
  return [Math.max(...used.map(({ rssBytes }) => rssBytes)) / MB]
}

function measure(argv) {
  return runMeasured(folder, argv)
}

function check(path, expectedCode = 0) {
  return inpk(['push', path, '--check', '--json'], {}, expectedCode)
}

function push(path, env) {
  return inpk(['push', path, '--source', '34', '--restart', '--json'], env)
}

function inpk(argv, env = {}, expectedCode = 0) {
  const config = join(folder, 'config')
  mkdirSync(config, { recursive: true })
  return runMeasured(folder, [PROGRAM, ...argv], {
    env: { INPK_API_KEY: API_KEY, INPK_CONFIG_DIR: config, ...env },
    expectedCode,
  })
}
