import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEndOfFile } from '../end-of-file.js'

/** A folder that is gone when the tests of this file are over. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inpk-test-'))
  atEndOfFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function readJson(path: string): Record<string, never> {
  return JSON.parse(readFileSync(path, 'utf8'))
}

export function writeFile(folder: string, name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content))
  return path
}
