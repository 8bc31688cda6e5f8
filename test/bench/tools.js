import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMeasured } from './processes/run-measured.js'
import { median, section, spread } from './report.js'

/** The program as it is built. */
export const PROGRAM = fileURLToPath(new URL('../../bin/inpk.js', import.meta.url))
/** Any host on this machine may see a key of the emulator. */
export const API_KEY = `inpk_test_EMUbench01_${'A'.repeat(43)}=`
const MB = 1024 * 1024

/** What every row measures with. */
export function createTools({ folder, rounds, scale, figures }) {
  const measure = (argv) => runMeasured(folder, argv)
  const inpk = (argv, env = {}, expectedCode = 0) => {
    const config = join(folder, 'config')
    mkdirSync(config, { recursive: true })
    const settings = { INPK_API_KEY: API_KEY, INPK_CONFIG_DIR: config, ...env }
    return runMeasured(folder, [PROGRAM, ...argv], { env: settings, expectedCode })
  }
  return {
    ...{ folder, rounds, measure, inpk },
    /** As many of `full` as the scale says, and whether that is all. */
    sized: (full) => Math.max(1, Math.round(full * scale)),
    /** Notes the figures of a subject; those that depend on size are judged at full size only. */
    of: (subject, dependsOnSize = true) => figures.of(subject, scale === 1 || !dependsOnSize),
    /** `times`: how many rounds instead of those that were asked for. */
    inTurn: (title, runs, times = rounds) => inTurn(title, runs, times),
  }
}

/** Runs each in turn, round by round, so that other work on the machine slows all alike; tells and returns what each used. */
async function inTurn(title, runs, rounds) {
  const used = runs.map(() => [])
  for (let round = 1; round <= rounds; round += 1) {
    console.error(`${title}: round ${round} of ${rounds}`)
    for (const [index, [, run]] of runs.entries()) used[index].push(await run())
  }
  const rows = runs.map(([name], index) => usageRow(name, used[index]))
  section(title, [`median of ${rounds}`, 'CPU', 'time', 'highest memory'], rows)
  return used
}

function usageRow(name, used) {
  const times = ['cpuMs', 'wallMs'].map((member) => spreadOfTimes(used.map((each) => each[member])))
  const [memory] = highest(used)
  return [name, ...times, Number.isNaN(memory) ? '' : `${memory.toFixed(0)} MB`]
}

/** Times in the unit that suits them. */
function spreadOfTimes(values) {
  const middle = median(values)
  if (middle >= 1_000) return spread(scaled(values, 0.001), 's')
  return middle >= 1 ? spread(values, 'ms') : spread(scaled(values, 1_000), 'µs', 0)
}

function scaled(values, factor) {
  return values.map((value) => value * factor)
}

/** CPU against CPU round by round, which a busy machine changes least. */
export function ratios(one, other) {
  return one.map(({ cpuMs }, round) => cpuMs / other[round].cpuMs)
}

/** The highest memory of all rounds, in MB. */
export function highest(used) {
  return [Math.max(...used.map(({ rssBytes }) => rssBytes)) / MB]
}

/** The value that one in a hundred is above. */
export function p99(values) {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.99) - 1]
}
