import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
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
  /** What is in use once garbage was collected. */
  memory(): Promise<NodeJS.MemoryUsage>
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

const programs = new Map<number | undefined, Promise<string>>()

/**
 * The emulator as it is in the sources, bundled once a file: what is tested is never an old build. `compactAfter` is the number of
 * journal records after which its store compacts by itself, so that a short life has compactions, too.
 */
export function bundle(compactAfter?: number): Promise<string> {
  const made = programs.get(compactAfter)
  if (made) return made
  if (programs.size === 0) atEndOfFile(() => programs.clear())
  const plugins = compactAfter === undefined ? [] : [compactingAfter(compactAfter)]
  const program = buildProgram('test/emulator/child-main.ts', plugins)
  programs.set(compactAfter, program)
  return program
}

/** Bundles a program of the sources, gone after the file's last test; resolves with what node runs. */
export async function buildProgram(entry: string, plugins: Plugin[] = []): Promise<string> {
  // Where packages are found from: they are loaded as in the product.
  const outdir = mkdtempSync(resolve('node_modules', '.inpk-child-'))
  atEndOfFile(() => rmSync(outdir, { recursive: true, force: true }))
  await build({
    entryPoints: { main: resolve(entry) },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    target: 'node20',
    logLevel: 'silent',
    loader: { '.tsv': 'text' },
    // Less to read and to compile: it is started thousands of times.
    splitting: true,
    minifyWhitespace: true,
    minifySyntax: true,
    outExtension: { '.js': '.mjs' },
    plugins,
  })
  return join(outdir, 'main.mjs')
}

/** The store's own constant, replaced: no option of the emulator says when it compacts. */
function compactingAfter(records: number): Plugin {
  return {
    name: 'compact-after',
    setup(build) {
      build.onLoad({ filter: /emulator[\\/]store[\\/]core\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8')
        const contents = source.replace(/DEFAULT_COMPACT_AFTER = [\d_]+/, `DEFAULT_COMPACT_AFTER = ${records}`)
        if (contents === source) throw new Error(`${path} does not say after how many records it compacts`)
        return { contents, loader: 'ts' }
      })
    },
  }
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
    const said = JSON.parse(text)
    if (said.failed) return { ...said, exitCode: await gone }
    return { ...said, process: child, pid: child.pid, gone, errors: () => errors, ...endings(child, gone) }
  })
  return { process: child, gone, ready }
}

/** Starts an emulator in a process of its own; throws where it does not come up. */
export async function startChild(options: EmulatorOptions): Promise<Child> {
  const ready = await (await spawnEmulator(options)).ready
  if ('failed' in ready) throw new Error(`${ready.failed}: ${ready.message}`)
  return ready
}

/** What a child tells of its emulator. */
export type ChildService = Pick<Child, 'baseUrl' | 'dashboardUrl' | 'apiKeys' | 'recovered'>

function endings(child: ChildProcessWithoutNullStreams, gone: Promise<number | string>) {
  return {
    async memory() {
      const line = firstLine(child)
      child.stdin.write('memory\n')
      return JSON.parse((await line) ?? '') as NodeJS.MemoryUsage
    },
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

/** The next line of output; nothing where the output ends before. */
export function firstLine({ stdout }: Pick<ChildProcess, 'stdout'>): Promise<string | undefined> {
  let text = ''
  return new Promise((resolve) => {
    const end = (line?: unknown) => {
      stdout!.off('data', read).off('close', end)
      resolve(typeof line === 'string' ? line : undefined)
    }
    const read = (chunk: Buffer) => {
      text += chunk
      const length = text.indexOf('\n')
      if (length >= 0) end(text.slice(0, length))
    }
    stdout!.on('data', read).on('close', end)
  })
}
