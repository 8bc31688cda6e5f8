import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether a program of this machine runs; tests that need it are skipped by name without it. */
export function findTool(name: string, ...versionArguments: string[]): boolean {
  return spawnSync(name, versionArguments).status === 0
}

interface ToolRun {
  input?: string | Uint8Array
  /** Written to the folder it runs in. */
  files?: readonly (readonly [name: string, bytes: string | Uint8Array])[]
}

/** Runs a program in an empty folder; throws with what it said if it fails. */
export function runTool(name: string, parameters: readonly string[], { input, files = [] }: ToolRun = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'inpk-webhooks-'))
  try {
    for (const [file, bytes] of files) writeFileSync(join(folder, file), bytes)
    const run = spawnSync(name, parameters, { cwd: folder, ...(input === undefined ? {} : { input }), timeout: 20_000 })
    if (run.status !== 0) throw new Error(`${name} failed: ${run.stderr}`)
    return { stdout: run.stdout }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
