import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What tells of its process what it used. */
export const MEASURE = new URL('./measure.js', import.meta.url).href

/**
 * Runs a Node program in a process of its own, with nothing of this one's settings; resolves to what it used and wrote. Rejects
 * where it ends otherwise than expected, for its figures say nothing then.
 */
export async function runMeasured(folder, argv, { env = {}, expectedCode = 0 } = {}) {
  const own = mkdtempSync(join(folder, 'run-'))
  const usage = join(own, 'usage.json')
  const controller = new AbortController()
  const end = () => controller.abort()
  process.once('exit', end)
  try {
    const child = spawn(process.execPath, ['--import', MEASURE, ...argv], {
      cwd: own,
      env: { PATH: process.env.PATH, ...env, INPK_BENCH_USAGE: usage },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: controller.signal,
      killSignal: 'SIGKILL',
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    const [code, signal] = await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (...end) => resolve(end))
    })
    if (code !== expectedCode) throw new Error(`${argv.join(' ')} ended with ${signal ?? code}: ${stderr.trim()}`)
    return { ...JSON.parse(readFileSync(usage, 'utf8')), stdout }
  } finally {
    process.off('exit', end)
    rmSync(own, { recursive: true, force: true })
  }
}
