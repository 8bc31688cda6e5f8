import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = 'inpk-test-'

/** More than a whole run leaves in its temporary folders. */
const ROOM = 4 * 1024 ** 3

/**
 * Puts temporary folders into memory where there is room: stores and settings are synced at every write, and many tests wait for the
 * disk longer than they take. The soak stays on the disk.
 */
export function setup(): (() => void) | undefined {
  if (process.platform !== 'linux' || process.env.TMPDIR || process.env.INPK_SOAK) return undefined
  const folder = folderInMemory()
  if (folder === undefined) return undefined
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function folderInMemory(): string | undefined {
  try {
    removeForgotten()
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < ROOM) return undefined
    const folder = mkdtempSync(join(MEMORY, NAME))
    if (canRunPrograms(folder)) return folder
    rmSync(folder, { recursive: true })
  } catch {
    // No such place, or none to write to.
  }
  return undefined
}

/** No run takes so long, and one that was killed leaves its folder. */
const FORGOTTEN_MS = 6 * 3_600_000

function removeForgotten(): void {
  for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(NAME))) {
    const path = join(MEMORY, name)
    if (Date.now() - statSync(path).mtimeMs > FORGOTTEN_MS) rmSync(path, { recursive: true, force: true })
  }
}

/** Containers often allow no programs there, and some tests write scripts. */
function canRunPrograms(folder: string): boolean {
  const path = join(folder, 'program')
  writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(path)
  rmSync(path)
  return status === 0
}
