import { describe, expect, it } from 'vitest'
import type { Environment } from '../../src/cli/environment.js'
import { stdinOf } from '../cli/run-inpk.js'
import { scratchFolder, writeFile } from './scratch.js'
import { openBench, stageSource, storedTexts } from './with-emulator.js'

const OPEN = 'id,text,date\n1,Late again,01/02/2025\n2,Great team,03/04/2025\n'
const UNREAD = 'id,text,date\n1,Late again,gestern\n2,Great team,13.13.2026\n3,Crashes,\n'
const READING = 'day first, 01/02/2025 as 2025-02-01'

/** A source, files of dates, and pushes of them by someone who types this answer, or from a pipe. */
async function stage() {
  const bench = await openBench()
  await stageSource(bench)
  const cwd = scratchFolder()
  writeFile(cwd, 'open.csv', OPEN)
  writeFile(cwd, 'plain.csv', OPEN.replaceAll(/^(id|\d),/gm, ''))
  writeFile(cwd, 'unread.csv', UNREAD)
  const push = (argv: string[], answer?: string) => {
    const stdin: Environment['stdin'] = { ...stdinOf(`${answer}\n`), isTerminal: answer !== undefined }
    return bench.run(['push', ...argv], { cwd, stdin, env: { INPK_CONFIG_DIR: cwd } })
  }
  const datesOf = async () => {
    const items = await bench.json<{ occurred_at: string | null }[]>(['feedback', 'list', '--source', 'Tickets'])
    return items.map(({ occurred_at }) => occurred_at?.slice(0, 10) ?? null)
  }
  return { bench, push, datesOf }
}

const TICKETS = ['--source', 'Tickets']

describe('dates that read two ways', () => {
  it('from a pipe are sent after a warning that says how they are read, and how to have them read otherwise', async () => {
    const { push, datesOf } = await stage()
    const { code, stderr } = await push(['open.csv', ...TICKETS])
    expect(code).toBe(0)
    expect(stderr).toContain(`2 dates are ambiguous and are read ${READING}; to read it as 2025-01-02, use --dates mdy`)
    expect(stderr).not.toContain('[y/N]')
    expect((await datesOf()).toSorted()).toEqual(['2025-02-01', '2025-04-03'])
  })

  it('in another order, afterwards: says that what is stored stays, and how to replace it', async () => {
    const { push, datesOf } = await stage()
    await push(['open.csv', ...TICKETS])
    for (const more of [[], ['--restart']]) {
      const { stdout, stderr } = await push(['open.csv', ...TICKETS, '--dates', 'mdy', ...more])
      expect(stderr).toMatch(more.length > 0 ? /Run \S+-2, from the start\./ : /pushed there before with other options/)
      expect(stderr).toContain('count as duplicates and stay as they are')
      expect(stdout + stderr).toContain('inpk feedback erase --external-id ID')
    }
    expect((await datesOf()).toSorted()).toEqual(['2025-02-01', '2025-04-03'])
    const { stdout } = await push(['open.csv', ...TICKETS, '--dates', 'mdy'])
    expect(stdout).toContain('what is stored stays as it is')
  })

  it('in another order, where ids are made of the content: says that rows are stored again', async () => {
    const { push, datesOf } = await stage()
    await push(['plain.csv', ...TICKETS])
    const { stderr } = await push(['plain.csv', ...TICKETS, '--dates', 'mdy'])
    expect(stderr).toContain('gets another id, and is stored again')
    expect(await datesOf()).toHaveLength(4)
  })

  it('an earlier push that sent nothing is not one with other options', async () => {
    const { push } = await stage()
    await push(['unread.csv', ...TICKETS, '--on-invalid', 'stop'])
    const { stderr } = await push(['unread.csv', ...TICKETS, '--source-reference', 'x'])
    expect(stderr).not.toContain('other options')
  })

  it.each([['n'], ['']])('on a terminal are asked about before anything is made or sent; %j is no', async (answer) => {
    const { bench, push } = await stage()
    const { code, stderr } = await push(['open.csv', '--group', 'New', '--source', 'New', '--create'], answer)
    expect(code).toBe(1)
    expect(stderr).toContain(`Read dates ${READING}? [y/N]`)
    expect(stderr).toContain('--dates dmy, mdy or ymd')
    expect(await storedTexts(bench)).toEqual([])
    expect(await bench.json<unknown[]>(['groups', 'list'])).toHaveLength(1)
  })

  it('on a terminal are asked about once: not again when the run is known, and not with --yes or --dates', async () => {
    const { push, datesOf } = await stage()
    const first = await push(['open.csv', ...TICKETS], 'y')
    expect([first.code, first.stderr.includes('[y/N]')]).toEqual([0, true])
    for (const argv of [['open.csv'], ['plain.csv', '--yes'], ['plain.csv', '--dates', 'mdy']]) {
      const { code, stderr } = await push([...argv, ...TICKETS], 'n')
      expect([code, stderr.includes('[y/N]')]).toEqual([0, false])
    }
    expect(await datesOf()).toHaveLength(6)
  })
})

describe('dates that cannot be read', () => {
  const SHOWN = '"gestern" (row 2), "13.13.2026" (row 3)'

  it.each([
    ['found by their header', [], `"date" (occurred_at) is not pushed: its values can't be read as dates: ${SHOWN}`],
    ['named', ['--map', 'occurred_at=date'], `2 dates can't be read and were left out: ${SHOWN}`],
  ])('%s: are shown, and stop a push with --on-invalid stop', async (_, argv, said) => {
    const { bench, push } = await stage()
    const stopped = await push(['unread.csv', ...TICKETS, ...argv, '--on-invalid', 'stop'])
    expect(stopped.code).toBe(6)
    expect(stopped.stderr).toContain(SHOWN)
    expect(stopped.stderr).not.toContain('set their order')
    expect(await storedTexts(bench)).toEqual([])
    expect((await push(['unread.csv', '--check', ...argv, '--on-invalid', 'stop'])).code).toBe(6)
    const pushed = await push(['unread.csv', ...TICKETS, ...argv])
    expect([pushed.code, pushed.stderr]).toEqual([0, expect.stringContaining(said)])
  })

  it('a new source is not made for a file that --on-invalid stop refuses', async () => {
    const { bench, push } = await stage()
    const words = ['--group', 'New', '--source', 'New', '--create', '--on-invalid', 'stop']
    expect((await push(['unread.csv', ...words])).code).toBe(6)
    expect(await bench.json<unknown[]>(['groups', 'list'])).toHaveLength(1)
  })

  it('are most or all of a column, and the fix names the option for another one', async () => {
    const cwd = scratchFolder()
    writeFile(cwd, 'some.csv', 'text,date\nLate,soon\nGreat,later\nFine,2026-01-03\n')
    const bench = await openBench()
    const { stderr } = await bench.run(['push', 'some.csv', '--check'], { cwd, env: { INPK_CONFIG_DIR: cwd } })
    expect(stderr).toContain(`most of its values can't be read as dates: "soon" (row 2), "later" (row 3)`)
    expect(stderr).toContain('or choose another column with --map occurred_at=COLUMN')
  })

  it('are counted apart from those in the future', async () => {
    const { push } = await stage()
    const { stderr } = await push(['unread.csv', '--check', '--map', 'occurred_at=id'])
    expect(stderr).toContain('"1" (row 2), "2" (row 3), "3" (row 4)')
    const cwd = scratchFolder()
    writeFile(cwd, 'future.csv', 'text,date\nLate,2026-01-02\nGreat,2999-01-01\nOdd,soon\nFine,2026-01-03\n')
    const bench = await openBench()
    const { stderr: both } = await bench.run(['push', 'future.csv', '--check'], { cwd, env: { INPK_CONFIG_DIR: cwd } })
    expect(both).toContain('1 date is in the future and was left out: "2999-01-01" (row 3)')
    expect(both).toContain(`1 date can't be read and was left out: "soon" (row 4)`)
  })
})
