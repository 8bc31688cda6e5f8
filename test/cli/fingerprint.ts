import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../src/cli/environment.js'
import { ROWS } from '../transcripts/rows.js'
import { openStageFor, type Stage } from '../transcripts/stage.js'
import { runInpk } from './run-inpk.js'

const PASSING: readonly [RegExp, string][] = [
  [/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, 'UUID'],
  [/boundary=inpk-[\w-]+|--inpk-[\w-]+/g, 'BOUNDARY'],
  [/127\.0\.0\.1:\d+/g, 'HOST'],
]

/** All that can be seen of a command line that is run on a fresh stage: exit code, output, requests, what it starts, files. */
export async function fingerprint(name: string, words: readonly string[]): Promise<string> {
  const row = ROWS[name]!
  const stage = await openStageFor(row, [row.succeeds, ...words].join(' '))
  try {
    return await look(stage, words, row.around?.(stage) ?? {})
  } finally {
    await stage.close()
  }
}

async function look(stage: Stage, words: readonly string[], { env, ...around }: Partial<Environment>): Promise<string> {
  const seen: unknown[] = []
  const transport: Environment['transport'] = (request) => {
    const body = request.body === undefined ? '' : Buffer.from(request.body as Uint8Array).toString('latin1')
    seen.push([request.method, request.url, request.headers, body])
    return (around.transport ?? stage.emulator.handle)(request)
  }
  const startEmulator: Environment['startEmulator'] = (options) => {
    seen.push(options)
    throw new Error('seen')
  }
  const startChild: Environment['startChild'] = ({ command, env: its }) => {
    seen.push(command, its)
    throw new Error('seen')
  }
  const given = {
    INPK_API_KEY: stage.emulator.apiKeys.test.all,
    INPK_EMULATOR_URL: stage.emulator.dashboardUrl,
    INPK_CONFIG_DIR: join(stage.cwd, 'config'),
    WEBHOOK_SECRET: 'whsec_of_the_subscription',
    ...env,
  }
  const environment = { ...around, cwd: stage.cwd, env: given, transport, startEmulator, startChild }
  const ran = await runInpk(words, environment).catch((error: Error) => error.message)
  const all = JSON.stringify({ ran, seen, files: filesOf(stage.cwd) }).replaceAll(stage.cwd, 'CWD')
  return PASSING.reduce((text, [pattern, word]) => text.replace(pattern, word), all)
}

function filesOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[]
  return names.sort().map((name) => {
    const path = join(folder, name)
    return statSync(path).isFile() ? `${name}: ${readFileSync(path, 'latin1')}` : name
  })
}
