import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ROWS } from './rows.js'
import { openStageFor } from './stage.js'

const RECORDED = new URL('recorded/', import.meta.url)
/** What to do about what was found is their result. */
const ADVISES = /^(doctor|webhooks-verify)\.txt$/
/** Help is about commands, and lists none that was run. */
const HELP = /^\$ inpk .*--help$/

/** A warning, or what to do next. */
const BESIDE = /^\s*(Next|[Ww]arning|[Hh]int):|`inpk /

/** What recorded commands printed on stdout, help apart. */
function stdoutOf(name: string): string[] {
  let isHelp = true
  return readFileSync(new URL(name, RECORDED), 'utf8')
    .split('\n')
    .filter((line) => {
      if (line.startsWith('$ ')) isHelp = HELP.test(line)
      return !isHelp && !line.startsWith('$ ') && !line.startsWith('! ')
    })
}

test.each(readdirSync(RECORDED).filter((name) => !ADVISES.test(name)))(
  'stdout holds the result, and neither a warning nor what to do next (cli.md section 1): %s',
  (name) => {
    expect(stdoutOf(name).filter((line) => BESIDE.test(line))).toEqual([])
  },
)

describe('with --quiet nothing is said beside the result (cli.md section 1)', () => {
  test.each([
    'push',
    'upload',
    'demo',
    'emulator seed',
    'emulator subscriptions test',
    'emulator snapshot restore',
    'webhooks trigger',
    'webhooks replay',
    'analysis show',
  ])('%s', async (name) => {
    const row = ROWS[name]!
    const stage = await openStageFor(row, row.succeeds)
    const { code, stdout, stderr } = await stage.run(`${row.succeeds} --quiet`, row.around?.(stage))
    await stage.close()
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.split('\n').filter((line) => BESIDE.test(line))).toEqual([])
  })
})
