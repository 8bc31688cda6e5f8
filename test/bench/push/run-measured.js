import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const MEASURE = pathToFileURL(fileURLToPath(new URL('./measure.js', import.meta.url))).href

/** Runs a Node program in a process of its own; resolves to what it used, its exit code, and what it wrote. */
export async function runMeasured(folder, argv, { env = {}, execArgv = [] } = {}) {
  const own = mkdtempSync(join(folder, 'run-'))
  const usage = join(own, 'usage.json')
  const child = spawn(process.execPath, [...execArgv, '--import', MEASURE, ...argv], {
    cwd: own,
    env: { ...process.env, ...env, INPK_BENCH_USAGE: usage },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  const used = JSON.parse(readFileSync(usage, 'utf8'))
  rmSync(own, { recursive: true, force: true })
  return { ...used, code, stdout, stderr }
}
