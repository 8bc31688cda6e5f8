// npm run bench:push: what a push costs, as ratios to floors and peers of the same run. A floor does what nobody can do without; a
// peer does the same job another way. CPU is the median of interleaved rounds, with the lowest and highest; ratios are of the
// rounds, one by one; memory is the highest of all. A bound that every round misses is marked and ends the bench with 1. `node test/bench/push.js csv|xlsx|bombs` runs a part;
// `large`, a CSV of 1 GB, takes minutes and runs only where it is asked for.
import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './push/bundle.js'
import { installExceljs } from './push/install-exceljs.js'
import { makeBombs } from './push/make-bombs.js'
import { makeCsv } from './push/make-csv.js'
import { makeXlsx } from './push/make-xlsx.js'
import { runMeasured } from './push/run-measured.js'

const ROUNDS = 5
const API_KEY = `inpk_test_EMUbench01_${'A'.repeat(43)}=`
const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const PROGRAM = at('../../bin/inpk.js')

const parts = { csv: benchCsv, xlsx: benchXlsx, bombs: benchBombs }
const onlyAsked = { large: benchLarge }
const asked = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'inpk-bench-'))
let exceeded = 0
try {
  for (const [name, bench] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await bench()
  for (const [name, bench] of Object.entries(onlyAsked)) if (asked.includes(name)) await bench()
  if (asked.length === 0)
    say(`Not run, for they take minutes: ${Object.keys(onlyAsked).join(', ')} (npm run bench:push -- large)`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = exceeded > 0 ? 1 : 0

async function benchCsv() {
  const path = join(folder, 'rows.csv')
  await makeCsv(path, 1_000_000)
  await withNullServer(async (port, env) => {
    const [low, peer, own] = await rounds(
      async () => {
        const used = await runMeasured(folder, [at('./push/floor-ready.js'), '1000000', String(port)])
        return used.code === 0 ? { ...used, ...JSON.parse(used.stdout) } : used
      },
      () => runMeasured(folder, [at('./push/peer-csv.js'), path, String(port)]),
      () => inpk(['push', path, '--source', '34', '--restart', '--json'], env, 0),
    )
    say('CSV of 1,000,000 rows, 200 MB, quick check included, to a server that keeps nothing')
    row('floor: ready batches, JSON.stringify + POST', low)
    row('peer: csv-parse + JSON.stringify + POST', peer)
    row('inpk push', own)
    tell('CPU against the floor', ratios(own, low), ' ×')
    judge('CPU against the peer', ratios(own, peer), 1.4, ' ×')
    judge('RSS', highest(own), 200, ' MB')
  })
}

async function benchLarge() {
  const path = join(folder, 'large.csv')
  await makeCsv(path, 5_000_000)
  say('CSV of 5,000,000 rows, 1 GB, each with an id of its own')
  const check = await inpk(['push', path, '--check', '--json'], environment(), 0)
  row('inpk push --check', [check])
  judge('RSS', [check.rssMb], 200, ' MB')
  await withNullServer(async (_, env) => {
    const pushed = await inpk(['push', path, '--source', '34', '--json'], env, 0)
    row('inpk push, to a server that keeps nothing', [pushed])
    judge('RSS', [pushed.rssMb], 200, ' MB')
  })
  rmSync(path)
}

async function withNullServer(work) {
  const server = fork(at('./push/null-server.js'))
  const port = await new Promise((resolve) => server.once('message', resolve))
  try {
    await work(port, environment({ INPK_BASE_URL: `http://127.0.0.1:${port}` }))
  } finally {
    server.disconnect()
  }
}

async function benchXlsx() {
  const peer = installExceljs(folder)
  const reader = bundle(folder, 'read-xlsx')
  for (const shared of [true, false]) {
    const path = join(folder, 'rows.xlsx')
    await makeXlsx(path, 500_000, { shared })
    say(`XLSX of 500,000 rows, its texts ${shared ? 'in a part of their own, as Excel writes them' : 'in their cells'}`)
    const measure = (script, ...argv) => runMeasured(folder, [script, ...argv])
    const [low, own, whole, theirs] = await rounds(
      () => measure(at('./push/floor-xlsx.js'), path),
      () => measure(reader, path),
      () => inpk(['push', path, '--check', '--json'], environment(), 0),
      ...(peer ? [() => measure(at('./push/peer-xlsx.js'), peer, path)] : []),
    )
    row('floor: inflating the sheet', low)
    row('our reader, every row', own)
    row('inpk push --check, every row mapped', whole)
    judge('CPU of the reader against inflating', ratios(own, low), 6, ' ×')
    judge('CPU of the whole check against inflating', ratios(whole, low), 6, ' ×')
    if (theirs) againstPeer(own, whole, theirs)
    else say('  exceljs could not be installed here: not compared')
    await makeXlsx(path, 1_048_575, { shared })
    const large = await inpk(['push', path, '--check', '--json'], environment(), 0)
    row('inpk push --check, 1,048,576 rows', [large])
    judge('RSS', [large.rssMb], 400, ' MB')
  }
}

function againstPeer(own, whole, theirs) {
  row('peer: exceljs, its stream reader', theirs)
  judge('our reader, as a share of the CPU of exceljs', ratios(own, theirs), 1 / 4, ' ×')
  judge('the whole check, as a share of the CPU of exceljs', ratios(whole, theirs), 1, ' ×')
}

async function benchBombs() {
  say('Files made to take memory or time')
  for (const { name, path, refused } of await makeBombs(folder)) {
    const used = await inpk(['push', path, '--check', '--json'], environment(), refused ? 6 : 0)
    row(`${name} (exit ${used.code})`, [used])
    judge('time', [used.wallMs / 1_000], 2, ' s')
    judge('RSS', [used.rssMb], 300, ' MB')
  }
}

/** What each of several runs used, in rounds of all of them in turn, so that other work on the machine slows all alike. */
async function rounds(...runs) {
  const all = runs.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, run] of runs.entries()) {
      const used = await run()
      if (used.code !== 0) throw new Error(`a measured program failed: ${used.stderr}`)
      all[index].push(used)
    }
  }
  return all
}

/** Round by round, which a busy machine changes least. */
function ratios(own, other) {
  return own.map(({ cpuMs }, round) => cpuMs / other[round].cpuMs)
}

function highest(used) {
  return [Math.max(...used.map(({ rssMb }) => rssMb))]
}

async function inpk(argv, env, expectedCode) {
  const used = await runMeasured(folder, [PROGRAM, ...argv], { env })
  if (used.code !== expectedCode) {
    exceeded += 1
    say(`  ended with ${used.code} instead of ${expectedCode}: ${used.stderr.trim()}`)
  }
  return used
}

function environment(more = {}) {
  const config = join(folder, 'config')
  mkdirSync(config, { recursive: true })
  return { INPK_API_KEY: API_KEY, INPK_CONFIG_DIR: config, ...more }
}

function row(name, used) {
  const cpu = spread(
    used.map(({ cpuMs }) => cpuMs / 1_000),
    ' s CPU',
  )
  const wall = spread(
    used.map(({ wallMs }) => wallMs / 1_000),
    ' s',
  )
  say(`  ${name.padEnd(44)} ${cpu}   ${wall}   ${highest(used)[0].toFixed(0)} MB`)
}

function tell(name, values, unit) {
  say(`    ${name}: ${spread(values, unit)}`)
}

/** Beyond the bound by the median is said; beyond it in every round is a miss by more than the rounds differ. */
function judge(name, values, most, unit) {
  const missed = Math.min(...values) > most
  if (missed) exceeded += 1
  const verdict = missed ? '  EXCEEDED' : median(values) > most ? '  beyond it in most rounds' : ''
  say(`    ${name}: ${spread(values, unit)} (bound ${most.toFixed(2)}${unit})${verdict}`)
}

/** The median, and the lowest and highest where there are several. */
function spread(values, unit) {
  const figure = `${median(values).toFixed(2)}${unit}`
  if (values.length === 1) return figure
  return `${figure} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]
}

function say(line) {
  console.log(line)
}
