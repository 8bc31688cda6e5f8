/**
 * Names from outside that every object inherits a member by (F6): each line does with them exactly what it does with any other name.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { type Json, otherService } from '../commands/other-service.js'
import { writeFile } from '../commands/scratch.js'
import { ROWS } from '../transcripts/rows.js'
import { openStage, runAll, type Stage } from '../transcripts/stage.js'
import { LINES, type Line } from './lines-with-names.js'
import { type Surroundings, stdinOf } from './run-inpk.js'

/** Each with another of its kind, that is nobody's member. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['constructor', 'konstruktor'],
  ['__proto__', '__plate__'],
  ...(process.env.INPK_SOAK
    ? ([
        ['toString', 'toStrong'],
        ['hasOwnProperty', 'hasOwnPrinting'],
        ['valueOf', 'valueIn'],
        ['isPrototypeOf', 'isStereotypeI'],
      ] as const)
    : []),
]

const ANY = new RegExp(PAIRS.flat().join('|'), 'gi')

/** Makes two runs alike, wherever a name of another length moves what follows it. */
function steady(text: string, { cwd }: Stage): string {
  return text
    .replaceAll(cwd, '')
    .replaceAll(ANY, 'NAME')
    .replaceAll(/ ?Did you mean [^?]*\?|\(did you mean [^?]*\?\)|; did you mean [^?]*\?/g, '')
    .replaceAll(/[─-]{2,}| {2,}/g, ' ')
    .replaceAll(/\b[0-9a-f]{16,64}\b|req_[\w-]+|inpk-\w+/g, 'ID')
    .replaceAll(/:\d+:\d+/g, ':0:0')
}

/** Lines that show what the service answers. */
const READING = [
  ...[
    'me',
    'groups list',
    'sources list --output csv',
    'sources show Tickets',
    'feedback list',
    'feedback list --output ndjson',
  ],
  ...[
    'feedback export --format csv',
    'feedback export --format ndjson',
    'analysis show Tickets',
    'invites template Tickets',
    'doctor',
  ],
]

type Answer = (payload: Json, name: string) => Json

const ANSWERS: Record<string, Answer> = {
  'members of every object': function withMembers(payload: Json, name: string): Json {
    if (Array.isArray(payload)) return payload.map((each) => withMembers(each, name))
    if (payload === null || typeof payload !== 'object') return payload
    const entries = Object.entries(payload).map(([key, value]) => [key, withMembers(value, name)])
    return Object.fromEntries([...entries, [name, { [name]: [name] }]])
  },
  'every word': function withWords(payload: Json, name: string, key = ''): Json {
    if (Array.isArray(payload)) return payload.map((each) => withWords(each, name, key))
    if (payload === null || typeof payload !== 'object')
      return typeof payload === 'string' && /^[A-Za-z_]+$/.test(payload) ? name : payload
    return Object.fromEntries(Object.entries(payload).map(([at, value]) => [at, withWords(value, name, at)]))
  },
}

const STATUSES = [400, 401, 402, 403, 404, 409, 422, 429, 500]

/** Refuses everything, with the name as code and in the details. */
function refusing(status: number, name: string): Surroundings {
  const body = { error: { code: name, message: name, details: { [name]: [name], a: { [name]: 1 } } } }
  const headers = { 'content-type': 'application/json', [name.toLowerCase()]: name }
  return { transport: async () => ({ status, headers, body: Buffer.from(JSON.stringify(body)) }) }
}

let stages: Stage[] = []
beforeAll(async () => {
  stages = [await openStage(), await openStage()]
  for (const stage of stages) await runAll(stage, ROWS['invites send']!.given!)
})
afterAll(() => Promise.all(stages.map((stage) => stage.close())))

async function runOn(stage: Stage, each: string | Line, name: string): Promise<string> {
  const { line, files = {}, around }: Line = typeof each === 'string' ? { line: each } : each
  for (const [file, content] of Object.entries(files)) writeFile(stage.cwd, file, content(name))
  const startEmulatorHere: typeof startEmulator = (options) => startEmulator({ ...options, listen: false })
  const { code, stdout, stderr } = await stage.run(line.replaceAll('NAME', name), {
    startEmulator: startEmulatorHere,
    stdin: stdinOf(stage.emulator.apiKeys.test.all),
    ...around?.(name, stage),
  })
  await stage.emulator.idle()
  if (files['inpk.config.json']) rmSync(join(stage.cwd, 'inpk.config.json'))
  return [`$ inpk ${line}`, `exit ${code}`, steady(stdout, stage), steady(stderr, stage)].join('\n')
}

/** Runs lines with either name, each on a stage of its own, and compares. */
async function expectAlike(lines: readonly (string | Line)[], [inherited, plain]: readonly [string, string]) {
  const [one, other] = stages as [Stage, Stage]
  for (const each of lines) {
    const [seen, expected] = [await runOn(one, each, inherited), await runOn(other, each, plain)]
    expect(expected).not.toMatch(/UNEXPECTED|this is a bug|is not a function/)
    // Documents must not hold it, and are refused for it at once: by the same exit code.
    const compared = /must not be named NAME/.test(seen) ? /^.*\nexit \d+/ : /[\s\S]*/
    expect.soft(compared.exec(seen)![0]).toBe(compared.exec(expected)![0])
  }
}

/** All in the soak; else some of each kind, and where faults were found. */
const SOME = LINES.filter((each, index) => {
  const line = typeof each === 'string' ? each : each.line
  return process.env.INPK_SOAK || /secret-env|profile/.test(line) || (index % 5 === 0 && !/jq|mcp/.test(line))
})

describe('a name that every object inherits is a name like any other (F6)', () => {
  test.each(PAIRS)('in what is typed and in files: %s, as %s', (...pair) => expectAlike(SOME, pair))

  test.each(PAIRS)('in answers of the service: %s, as %s', (...pair) => {
    const answered = READING.flatMap((line) =>
      Object.values(ANSWERS).map((change) => ({
        line,
        around: (name: string, { emulator }: Stage) => ({
          transport: otherService(emulator.handle, { answer: (payload) => change(payload, name) }),
        }),
      })),
    )
    const refused = STATUSES.map((status) => ({
      line: 'groups create Another --retries 0',
      around: (name: string) => refusing(status, name),
    }))
    return expectAlike([...answered, ...refused], pair)
  })
})
