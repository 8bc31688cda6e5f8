import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Outbound, startEmulator } from '../../emulator/index.js'
import { contractWith } from '../../src/contract/facts/contract-with.js'
import type { Facts } from '../../src/contract/facts/facts.js'
import { type Ran, runInpk, type Surroundings, stdinOf } from '../cli/run-inpk.js'
import { writeFile } from '../commands/scratch.js'
import { type TranscriptRow, wordsOf } from './row.js'

/** What a command's transcript is recorded in: an emulator whose clock stands, a folder with a few files, the group Support with the source Tickets. */
export interface Stage {
  cwd: string
  emulator: Awaited<ReturnType<typeof startEmulator>>
  run(line: string, around?: Surroundings): Promise<Ran>
  close(): Promise<void>
}

const NOON = Date.UTC(2026, 2, 2, 12)

/** The body of a delivery, byte for byte. */
export const DELIVERY = '{"event":"content.pushed","data":{"inserted":5}}'

const FILES: Record<string, unknown> = {
  'items.json': {
    survey_series_id: '1',
    survey_id: '1',
    question: {
      question_id: '1',
      content: [
        { text: 'The delivery came too late', external_id: 't1', customer_id: 'c1', rating: 2 },
        { text: 'Friendly and fast support', external_id: 't2', customer_id: 'c2', rating: 5 },
        { text: 'It is fine', external_id: 't3', customer_id: 'c1' },
      ],
    },
  },
  'reviews.csv': 'id,comment,date\nr1,Great service,2026-02-27\nr2,Too slow,2026-02-28\n',
  'broken.csv': 'id,comment\nr1,"open quote\n',
  'bulk.json': {
    survey_series_id: '1',
    survey_id: '1',
    questions: [{ question_id: '1', content: [{ text: 'From a bulk push', external_id: 'b1' }] }],
  },
  'delivery.json': DELIVERY,
  'events.yaml': '- survey.created\n- content.pushed\n',
  'secret.txt': 'whsec_of_the_subscription\n',
  'rules.json': [{ pattern: 'late', sentiment: 'negative', theme: 'Delivery' }],
  'shop.yaml':
    'groups:\n  - name: Shop\n    sources:\n      - { title: Reviews, fields: [{ text: How was it?, items: [Fine.] }] }\n',
  'empty.json': { openapi: '3.1.0', info: { version: '1.0.0' }, paths: { '/me': {} } },
  'answers.csv': 'text,external_id\r\nQuick and kind,u1\r\nNever again,u2\r\n',
  'recipients.csv': 'email,name,external_id\nada@example.com,Ada,c1\nbounce@example.com,Bob,c2\n',
  'template.json': {
    subject: 'How was it, {{name}}?',
    text: 'Dear {{name}},\n\ntell us: {{survey_link}}\n',
    html: '<p>Dear {{name}},</p><p><a href="{{survey_link}}">tell us</a></p>',
    variables: [{ name: 'name', required: true }],
  },
  'questions.json': { questions: [{ type: 'TEXT', question_text: 'Why?' }] },
}

export const SCENE = [
  'groups create Support',
  'sources create Tickets --group Support --question "DEPTH_TEXT: What happened?" --publish',
  'api POST content/push --input items.json',
]

/** Deliveries to this machine are really sent; elsewhere everybody takes them. */
const outbound: Outbound = async ({ url, headers, body }) => {
  if (!url.startsWith('http://127.0.0.1:')) return { status: 204 }
  return { status: (await fetch(url, { method: 'POST', headers, body: Buffer.from(body) })).status }
}

/** The files that lines speak of; by default all there are. */
export function writeStageFiles(folder: string, lines?: readonly string[]): void {
  for (const [name, content] of Object.entries(FILES)) {
    if (!lines || lines.some((line) => line.includes(name))) writeFile(folder, name, content)
  }
}

/**
 * Opens the stage and runs what every command finds done; with all files, unless the lines to come are known. The emulator plays `facts`,
 * and commands find them in the folder.
 */
export async function openStage(lines?: readonly string[], facts?: Facts): Promise<Stage> {
  const cwd = mkdtempSync(join(tmpdir(), 'inpk-transcript-'))
  writeStageFiles(cwd, lines && [...SCENE, ...lines])
  if (facts) {
    writeFile(cwd, 'inpk.facts.json', facts)
    // What `inpk api` sends goes as it is.
    const inForce = contractWith(facts).codecOf('pushContent', 'body', 'classic')
    if (inForce) writeFile(cwd, 'items.json', inForce.toWire(FILES['items.json']))
  }
  const clock = { mode: 'frozen', now: NOON } as const
  const emulator = await startEmulator({ listen: false, clock, randomSeed: 1, outbound, ...(facts && { facts }) })
  const stage: Stage = {
    cwd,
    emulator,
    run: (line, { env, ...around } = {}) =>
      runInpk(wordsOf(line), {
        cwd,
        env: {
          INPK_API_KEY: emulator.apiKeys.test.all,
          INPK_EMULATOR_URL: emulator.dashboardUrl,
          INPK_CONFIG_DIR: join(cwd, 'config'),
          WEBHOOK_SECRET: 'whsec_of_the_subscription',
          ...env,
        },
        transport: emulator.handle,
        ...around,
      }),
    async close() {
      await emulator.close()
      rmSync(cwd, { recursive: true, force: true })
    },
  }
  await runAll(stage, SCENE)
  return stage
}

/** A stage where this line of a row can be run. */
export async function openStageFor({ given = [] }: Pick<TranscriptRow, 'given'>, line: string): Promise<Stage> {
  const stage = await openStage([...given, line])
  await runAll(stage, given)
  return stage
}

/** A line that must succeed did not. */
export class LineFailedError extends Error {}

/**
 * Runs lines that must succeed; a key is on stdin for those that ask for one. What they set going is over afterwards.
 * @throws {@link LineFailedError}
 */
export async function runAll(stage: Stage, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const { code, stderr } = await stage.run(line, { stdin: stdinOf(stage.emulator.apiKeys.test.all) })
    if (code !== 0) throw new LineFailedError(`inpk ${line} ended with ${code}: ${stderr}`)
    await stage.emulator.idle()
  }
}
