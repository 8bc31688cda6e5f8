import { findDestination } from '../base/destination.js'
import { askYesNo, canAsk } from '../cli/ask.js'
import type { Factory } from '../cli/factory.js'
import { Failure } from '../terminal/failure.js'
import { printableLine } from '../terminal/printable.js'
import { declined } from './confirm.js'

/**
 * Asks before what a file holds gives way to what is written to its path (absolute, `given` as it was typed); refuses if no one is
 * there to answer (`FILE_EXISTS`). An empty file, as `mktemp` makes it, and what is no regular file lose nothing.
 */
export async function requireReplaceableFile(factory: Factory, path: string, given: string): Promise<void> {
  if (factory.globals.yes) return
  const destination = await findDestination(path)
  if (destination.kind !== 'file' || !destination.found?.size) return
  const name = printableLine(given)
  if (!canAsk(factory)) {
    throw new Failure({
      exit: 'conflict',
      code: 'FILE_EXISTS',
      message: `${name} already exists`,
      hint: 'Choose another name, or pass `--yes` to replace it.',
    })
  }
  if (!(await askYesNo(factory, `Replace ${name}? This can't be undone.`))) throw declined()
}
