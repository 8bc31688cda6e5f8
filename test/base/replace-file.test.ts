import fs, { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeEmulatorFile } from '../../src/commands/emulator/emulator-file.js'
import { writeRandomKeys } from '../../src/config/random-keys.js'

const FACTS = { started_at: '', base_url: 'http://127.0.0.1:1', dashboard_url: 'http://127.0.0.1:2' }
const KEYS = { 1: { test: { all: 'k' }, live: {} } }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replace-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The calls of the disk that matter, in order, while `work` is done. */
function callsOf(work: () => void): string[] {
  const calls: string[] = []
  for (const name of ['fsyncSync', 'renameSync'] as const) {
    const real = fs[name] as (...args: unknown[]) => void
    vi.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
      calls.push(name)
      real(...args)
    })
  }
  syncBuiltinESMExports()
  try {
    work()
  } finally {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  }
  return calls
}

describe.each([
  ['random-keys.json', (path: string) => writeRandomKeys(path, KEYS as never)],
  ['emulator.json', () => writeEmulatorFile(folder, FACTS)],
] as const)('%s', (name, write) => {
  it('is on the disk before it gets its name, and its name after that', () => {
    const path = join(folder, name)
    const calls = callsOf(() => write(path))
    expect(calls.slice(0, 3)).toEqual(['fsyncSync', 'renameSync', 'fsyncSync'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is not written through an unfinished file of a process of the same number', () => {
    const path = join(folder, name)
    const theirs = `${path}.${process.pid}`
    writeFileSync(theirs, 'theirs')
    write(path)
    expect(readdirSync(folder)).toContain(`${name}.${process.pid}`)
  })
})
