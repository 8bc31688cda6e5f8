import { execFile } from 'node:child_process'
import { basename, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { scratchFolder } from '../commands/scratch.js'

/** The program, as it was built. */
export const BIN = resolve(import.meta.dirname, '../../bin/inpk.js')
const FOLDER = resolve(import.meta.dirname, '../../fixtures/explore')
export const SEED = join(FOLDER, 'explore.seed.yaml')

/** The example clients with a planted bug, by their causes, and those without one. */
export const PLANTED = [
  'retries-without-key.ts',
  'ignores-task.ts',
  'counts-redelivery.ts',
  'verifies-other-bytes.ts',
  'reads-root-only.ts',
  'takes-html-for-success.py',
  'ignores-retry-after.py',
  'relies-on-order.py',
  'rejects-unknown-member.py',
  'drops-page.sh',
  'takes-conflict-for-done.sh',
  'key-in-url.sh',
] as const
export const CORRECT = ['correct.ts', 'correct.py', 'correct.sh'] as const

/** What an example client writes down as its result. */
export const STATE_COMMAND = 'cat "$INPK_EXPLORE_DIR"/items.txt 2>/dev/null || true'

export interface Explored {
  code: number
  stdout: string
  stderr: string
  folder: string
}

/** The command that runs an example client; TypeScript is compiled into a folder of its own first. */
export async function commandOf(client: string): Promise<string[]> {
  const path = join(FOLDER, client)
  if (client.endsWith('.py')) return ['python3', path]
  if (client.endsWith('.sh')) return ['bash', path]
  const outfile = join(scratchFolder(), `${basename(client, '.ts')}.mjs`)
  await build({ entryPoints: [path], outfile, format: 'esm', platform: 'node', logLevel: 'error' })
  return [process.execPath, outfile]
}

/** Runs `inpk emulator exec` with these arguments in a folder of its own. */
export function inpkExec(args: readonly string[], folder = scratchFolder()): Promise<Explored> {
  const options = { cwd: folder, maxBuffer: 1 << 26, env: { ...process.env, HOME: folder, INPK_CONFIG_DIR: undefined } }
  return new Promise((resolve) => {
    execFile(process.execPath, [BIN, 'emulator', 'exec', ...args], options, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr, folder })
    })
  })
}

/** Explores an example client. */
export async function exploreClient(client: string, ...args: string[]): Promise<Explored> {
  const all = ['--explore', '--seed', SEED, '--state-command', STATE_COMMAND, ...args]
  return inpkExec([...all, '--', ...(await commandOf(client))])
}
