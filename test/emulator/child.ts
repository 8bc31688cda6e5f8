import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Emulator, EmulatorOptions } from '../../emulator/index.js'
import { atEndOfFile } from '../end-of-file.js'

/** An emulator in a process of its own. */
export interface Child extends Pick<Emulator, 'baseUrl' | 'dashboardUrl' | 'apiKeys' | 'recovered'> {
  process: ChildProcessWithoutNullStreams
  pid: number
  /** Resolves with the exit code, or the signal, once the process is gone. */
  gone: Promise<number | string>
  /** All it wrote to its error output. */
  errors(): string
  /** kill -9. */
  kill(): Promise<void>
  /** Asks it to close, and waits until it did. */
  stop(): Promise<number | string>
}

/** Why a child did not start. */
export interface Failure {
  failed: string
  code?: string
  message: string
  exitCode: number | string
}

/** A folder that is gone after the file's last test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inpk-test-'))
  atEndOfFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let program: Promise<string> | undefined

/** The emulator as it is in the sources, bundled once a file: what is tested is never an old build. */
function bundle(): Promise<string> {
  if (!program) atEndOfFile(() => (program = undefined))
  program ??= (async () => {
    const outfile = join(temporaryFolder(), 'child.mjs')
    await build({
      entryPoints: [fileURLToPath(new URL('./child-main.ts', import.meta.url))],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'silent',
      banner: {
        js: "import { createRequire as requireBy } from 'node:module'; const require = requireBy(import.meta.url);",
      },
    })
    return outfile
  })()
  return program
}

/** Spawns an emulator; `ready` is its answer once it is up, or why it is not. */
export async function spawnEmulator(options: EmulatorOptions): Promise<{
  process: ChildProcessWithoutNullStreams
  gone: Promise<number | string>
  ready: Promise<Child | Failure>
}> {
  const child = spawn(process.execPath, [await bundle(), JSON.stringify(options)])
  atEndOfFile(() => child.kill('SIGKILL'))
  const gone = new Promise<number | string>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal ?? -1))
  })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  // A killed process takes nothing more.
  child.stdin.on('error', () => undefined)
  const line = firstLine(child)
  const ready = Promise.race([line, gone.then(() => line)]).then(async (text) => {
    if (text === undefined) return { failed: 'Silence', message: errors.slice(0, 2_000), exitCode: await gone }
    const told = JSON.parse(text)
    if (told.failed) return { ...told, exitCode: await gone }
    return { ...told, process: child, pid: child.pid, gone, errors: () => errors, ...endings(child, gone) }
  })
  return { process: child, gone, ready }
}

/** Starts an emulator in a process of its own; throws where it does not come up. */
export async function startChild(options: EmulatorOptions): Promise<Child> {
  const ready = await (await spawnEmulator(options)).ready
  if ('failed' in ready) throw new Error(`${ready.failed}: ${ready.message}`)
  return ready
}

/** What a child tells of each of its emulators. */
export type Told = Pick<Child, 'baseUrl' | 'dashboardUrl' | 'apiKeys' | 'recovered'>

/** Starts several emulators in one process, which are killed together; throws where one does not come up. */
export async function startMany(
  options: readonly EmulatorOptions[],
): Promise<{ emulators: Told[]; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [await bundle(), JSON.stringify(options)])
  atEndOfFile(() => child.kill('SIGKILL'))
  const gone = new Promise((resolve) => child.on('exit', resolve))
  child.stdin.on('error', () => undefined)
  child.stderr.resume()
  const told = JSON.parse((await firstLine(child)) ?? '{"failed":"Silence"}')
  if (told.failed) throw new Error(`${told.failed}: ${told.message}`)
  return {
    emulators: told,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

function endings(child: ChildProcessWithoutNullStreams, gone: Promise<number | string>) {
  return {
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    stop() {
      child.stdin.end()
      return gone
    },
  }
}

/** The first line of output; nothing where the output ends before. */
function firstLine(child: ChildProcessWithoutNullStreams): Promise<string | undefined> {
  let text = ''
  return new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
    })
    child.stdout.on('close', () => resolve(undefined))
  })
}
