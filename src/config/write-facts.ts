import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { writeOutput } from '../base/output-file.js'
import type { Facts } from '../contract/facts/facts.js'
import { Failure } from '../terminal/failure.js'
import { type Confirmed, isChange, type MergedFacts, mergeFacts } from './merge-facts.js'
import { parseFacts, readFactsFile } from './read-facts.js'
import { type Patience, underSettingsLock } from './settings-lock.js'

/** What merging learned facts into a file would make of it. Refuses a file that can't be read or whose facts can't hold. */
export function previewFacts(path: string, learned: Facts, confirmed?: ReadonlyMap<string, Confirmed>): MergedFacts {
  const merged = mergeFacts(learned, existsSync(path) ? readFactsFile(path) : undefined, confirmed)
  requireSame(path, merged)
  return merged
}

/**
 * Merges learned facts into a file, which is made if there is none, under a lock, so that nothing is lost where several processes
 * do it. It is replaced whole or not at all, where its links lead.
 */
export async function writeFacts(
  path: string,
  learned: Facts,
  patience: Patience,
  confirmed?: ReadonlyMap<string, Confirmed>,
): Promise<MergedFacts> {
  try {
    return await underSettingsLock(path, patience, async () => {
      const merged = previewFacts(path, learned, confirmed)
      if (merged.changes.some(isChange)) await writeOutput(path, [merged.text])
      return merged
    })
  } catch (error) {
    throw unwritable(error, path)
  }
}

/** An anchor that another entry repeats can't be changed for one of them alone; then the file stays as it is. */
function requireSame(path: string, { text, facts }: MergedFacts): void {
  if (text === '') return
  try {
    if (isDeepStrictEqual(parseFacts(Buffer.from(text), path), facts)) return
  } catch {
    // What was made of the file is no longer one.
  }
  throw new Failure({
    exit: 'invalid',
    code: 'FACTS_NOT_MERGED',
    message: `${path} can't be changed entry by entry, so nothing was written`,
    hint: 'Write out what its anchors (&name) and aliases (*name) stand for, or write to another file with --out.',
  })
}

const SYSTEM_REFUSES = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'ENOSPC'])

function unwritable(error: unknown, path: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof Failure || !SYSTEM_REFUSES.has(code)) return error
  return new Failure({
    exit: 'failure',
    code: 'FACTS_UNWRITABLE',
    message: `${path} can't be written (${code})`,
    hint: 'Name another file with --out.',
    cause: error,
  })
}
