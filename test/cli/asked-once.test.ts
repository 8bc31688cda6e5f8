import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transport } from '../../src/contract/wire.js'
import { kindOf } from '../commands/exit-codes/kinds.js'
import { inSoak } from '../skip.js'
import { ROWS } from '../transcripts/rows.js'
import { openStage, openStageFor, type Stage } from '../transcripts/stage.js'
import { commandNames } from './every-command.js'
import type { Surroundings } from './run-inpk.js'

/** What a command may read again, and why. */
const AGAIN: readonly (readonly [line: RegExp, path: RegExp, because: string])[] = [
  [/ wait |--wait/, /analysis|tasks/, 'it polls'],
  [/^push .*--wait/, /survey_id=/, 'the items of the source are counted again after the push'],
  [/--create/, /surveys\/list/, 'another push may create the source in the meantime, or both at once'],
]

/** The GETs that a line sends more than once; each must be named in AGAIN. */
async function sentTwice(stage: Stage, line: string, around: Surroundings = {}): Promise<string[]> {
  const sent: string[] = []
  const transport: Transport = (request) => {
    const { pathname, search } = new URL(request.url)
    if (request.method === 'GET') sent.push(pathname + search)
    return stage.emulator.handle(request)
  }
  await stage.run(line, { ...around, transport })
  const mayAgain = (path: string) => AGAIN.some(([lines, paths]) => lines.test(line) && paths.test(path))
  return sent.filter((path, index) => sent.indexOf(path) !== index && !mayAgain(path))
}

/** Lines that name groups and sources in every way, and pushes to what is there and what is not. */
const NAMING = [
  'sources list --group 1',
  'sources list --group Support',
  'sources show Tickets --group Support',
  'sources show 1 --group 1',
  'sources show Tickets --group 1',
  'feedback list --source Tickets --group 1',
  'feedback list --group Support',
  'analysis show Tickets --group 1',
  'analysis wait Tickets --group 1 --within 1s',
  'upload answers.csv --source Tickets --group 1',
  'push reviews.csv --group 1 --source Tickets',
  'push reviews.csv --group Support --source Tickets --create',
  'push reviews.csv answers.csv --source 1',
  'push reviews.csv --source 1 --restart --wait --within 1s',
  'push reviews.csv --group Support --source New --create',
  'push reviews.csv --group Fresh --source New --create',
]

describe('no command sends the same GET twice without need (B11)', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(() => stage.close())

  it.each(NAMING)('%s', async (line) => {
    expect(await sentTwice(stage, line)).toEqual([])
  })

  it('a push that creates its source asks about the key once, and lists the sources three times at most', async () => {
    const sent: string[] = []
    const transport: Transport = (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname.replace('/api/input/', '')}`)
      return stage.emulator.handle(request)
    }
    const { code } = await stage.run('push reviews.csv --group Support --source Newer --create', { transport })
    const count = (what: string) => sent.filter((each) => each === what).length
    expect([code, count('GET me'), count('GET surveys/list')]).toEqual([0, 1, 3])
  })

  const asking = commandNames().filter((name) => /service|control/.test(kindOf(name) ?? ''))
  const ends = asking.filter((name) => !/^(demo|conformance|webhooks listen|record)$/.test(name))
  it.each(ends)('%s', inSoak, async (name) => {
    const row = ROWS[name]!
    const own = await openStageFor(row, row.succeeds)
    try {
      expect(await sentTwice(own, row.succeeds, row.around?.(own))).toEqual([])
    } finally {
      await own.close()
    }
  })
})
