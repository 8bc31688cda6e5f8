/**
 * Every command of the tree has a transcript: its help, a line that fails, a line that succeeds, and the JSON of that.
 *
 * A new command fails here until it has a row in `rows/`:  `'noun verb': row('noun verb …', 'noun verb …', exit code of the failure)`.
 * Then `npx vitest run test/transcripts/commands.test.ts -u -t 'noun verb'` writes `recorded/noun-verb.txt`: read it as a user would before
 * it is committed. A change of what a command says is seen in the diff of its transcript.
 */
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../src/base/version.js'
import { commandNames } from '../cli/every-command.js'
import { type Ran, runInpk } from '../cli/run-inpk.js'
import type { TranscriptRow } from './row.js'
import { ROWS } from './rows.js'
import { openStageFor, type Stage } from './stage.js'

it('every command of the tree has a row of transcripts, and no row is about anything else', () => {
  expect(Object.keys(ROWS).sort()).toEqual([...commandNames()].sort())
})

describe.each(Object.entries(ROWS))('%s', (name, row) => {
  it('help, a failure, a success and its JSON are as recorded', async () => {
    const scenes = [
      await helpOf(name),
      await play(row, row.fails, (ran) => {
        expect([ran.code, ran.stdout]).toEqual([row.code, expect.any(String)])
        expect(`${ran.stdout}${ran.stderr}`).toMatch(/^(?![\s\S]*(UNEXPECTED|\n +at ))[\s\S]*\S/)
      }),
      await play(row, row.succeeds, ({ code, stderr }) =>
        expect([code, stderr]).toEqual([0, expect.not.stringMatching(/error/i)]),
      ),
    ]
    if (row.json !== null) {
      scenes.push(
        await play(row, row.json ?? `${row.succeeds} --json`, (ran) => {
          expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)])
          JSON.parse(row.eachLine || row.json ? `[${ran.stdout.trim().replaceAll('\n', ',')}]` : ran.stdout)
        }),
      )
    }
    await expect(`${scenes.join('\n\n')}\n`).toMatchFileSnapshot(`./recorded/${name.replaceAll(' ', '-')}.txt`)
  })
})

async function helpOf(name: string): Promise<string> {
  const ran = await runInpk([...name.split(' '), '--help'])
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  // The same for every command; `help` itself shows it.
  const stdout = ran.stdout.replace(/\nOptions of every command:\n[\s\S]*$/, '\nOptions of every command: …\n')
  return transcript(`${name} --help`, { ...ran, stdout })
}

/** Runs a line on a stage of its own and writes down what was seen. */
async function play(row: TranscriptRow, line: string, expectOf: (ran: Ran) => void): Promise<string> {
  const stage = await openStageFor(row, line)
  try {
    const ran = await stage.run(line, row.around?.(stage))
    expectOf(ran)
    const shown = row.varies && ran.code === 0 ? { ...ran, stdout: shapeOf(ran.stdout), stderr: '' } : ran
    return steady(transcript(line, shown), stage)
  } finally {
    await stage.close()
  }
}

/** As a terminal would show it; what went to stderr is marked. */
function transcript(line: string, { code, stdout, stderr }: Ran): string {
  const masked = stderr
    .trimEnd()
    .split('\n')
    .map((each) => `! ${each}`)
  return [
    `$ inpk ${line}`,
    ...(stderr === '' ? [] : masked),
    ...(stdout === '' ? [] : [stdout.trimEnd()]),
    `exit ${code}`,
  ].join('\n')
}

/** Without what is another on every machine and in every run. */
function steady(text: string, { cwd }: Stage): string {
  return text
    .replaceAll(cwd, '/folder')
    .replaceAll(VERSION, 'VERSION')
    .replace(/\breq_[A-Za-z0-9]{12}\b/g, 'req_ID')
    .replace(/(pid:? |process |"pid": |Pid +)\d+/g, '$1PID')
    .replace(/("process_start": )"\d+"/g, '$1"TICKS"')
    .replace(/("process_place": )"[^"]+"/g, '$1"MACHINE"')
    .replace(/(127\.0\.0\.1:)(?!46\d\d\b|9999\b)\d+/g, '$1PORT')
}

/** The members of a JSON object and the types of their values; that there is something, of anything else. */
function shapeOf(stdout: string): string {
  if (!/^[[{]/.test(stdout)) return `(${stdout.trim() === '' ? 'nothing' : 'text'} that varies)`
  const value: unknown = JSON.parse(stdout)
  const [first] = Array.isArray(value) ? (value as object[]) : [value as object]
  return JSON.stringify(Object.fromEntries(Object.entries(first ?? {}).map(([key, entry]) => [key, typeof entry])))
}
