import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { takeLock } from '../../../../src/base/lock.js'
import { forgetRuns } from '../../../../src/ingest/push/journal/forget-runs.js'
import { encodePushRecord } from '../../../../src/ingest/push/journal/records.js'
import type { PushSummary } from '../../../../src/ingest/push/summary.js'
import { scratchFolder, writeFile } from '../../../commands/scratch.js'
import { openBench, stageSource } from '../../../commands/with-emulator.js'

const DAY_S = 24 * 60 * 60
const NOW = Date.UTC(2026, 2, 2)
const NONE = { records: 0, notes: 0 }
const SENT = encodePushRecord({ type: 'task', label: '1', taskId: 'tsk_1' })
const FINISHED = SENT + encodePushRecord({ type: 'end', summary: {} as PushSummary })

const named = (letter: string, ending: string) => letter.repeat(40) + ending

it('what is not finished, damaged, watched or held by another push stays, however old and however many there are', async () => {
  const folder = scratchFolder()
  const stay = {
    [named('a', '.jsonl')]: SENT,
    [named('b', '.jsonl')]: FINISHED.slice(0, -1),
    [named('c', '.jsonl')]: FINISHED,
    [`taken-${named('d', '.json')}`]: '{"runs":{},"open":true}',
    [`taken-${named('e', '.json')}`]: '{"runs":',
    'notes.txt': 'of somebody else',
  }
  const go = {
    [named('1', '.jsonl')]: FINISHED,
    [named('2', '.jsonl')]: FINISHED,
    [`taken-${named('3', '.json')}`]: '{"runs":{},"open":false}',
    [`last-${named('4', '.json')}`]: '{}',
  }
  for (const [name, text] of Object.entries({ ...stay, ...go })) writeFile(folder, name, text)
  const lock = await takeLock(join(folder, `${'c'.repeat(40)}.lock`))
  await forgetRuns(folder, NOW, NONE)
  await lock.release()
  expect(readdirSync(folder).sort()).toEqual(Object.keys(stay).sort())
})

it('the oldest finished ones go, by the time they were last used', async () => {
  const folder = scratchFolder()
  for (const [at, letter] of ['c', 'a', 'd', 'b'].entries()) {
    const path = writeFile(folder, named(letter, '.jsonl'), FINISHED)
    utimesSync(path, at, at)
  }
  await forgetRuns(folder, NOW, { records: 2, notes: 2 })
  expect(readdirSync(folder).sort()).toEqual([named('b', '.jsonl'), named('d', '.jsonl')])
})

it('a push lets go of what a killed one had half written a day ago, and of nothing younger', async () => {
  const bench = await openBench()
  await stageSource(bench)
  const cwd = scratchFolder()
  writeFile(cwd, 'a.csv', 'id,text\n1,one\n')
  const around = { cwd, env: { INPK_CONFIG_DIR: join(cwd, 'config') }, now: () => NOW }
  const push = ['push', 'a.csv', '--source', 'Tickets', '--json']
  expect((await bench.run(push, around)).code).toBe(0)
  const runs = join(cwd, 'config', 'state', 'runs')
  const before = readdirSync(runs).sort()
  for (const [digit, ageS] of [
    ['1', DAY_S - 60],
    ['2', DAY_S + 60],
  ] as const) {
    const uuid = '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit)
    const at = NOW / 1_000 - ageS
    utimesSync(writeFile(runs, `${named('a', '.jsonl')}.${uuid}`, SENT), at, at)
  }
  expect((await bench.run(push, around)).code).toBe(0)
  expect(readdirSync(runs).sort()).toEqual(
    [...before, `${named('a', '.jsonl')}.11111111-1111-1111-1111-111111111111`].sort(),
  )
})
