import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Factory } from '../../cli/factory.js'
import { TRY_EXAMPLES, unreadableFile, whyUnreadable } from '../../cli/read-file.js'
import { eachUntilAborted } from '../../client/bound-time.js'
import { stateDirectory } from '../../config/places.js'
import { explainPushError } from '../../ingest/explain.js'
import { removeDeadSpools, spoolInput } from '../../ingest/spool.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'

/** A file to push, and the name a person knows it by. */
export interface PushedFile {
  path: string
  name: string
}

const STDIN = '-'
/** Names of descriptors, as of process substitution: no place for a file of rejected rows. */
const OF_THE_SYSTEM = /^\/(dev|proc)\//

/** Refuses paths that cannot be pushed, before anything is asked of the service (exit code 2). */
export async function requireFiles(paths: readonly string[], { environment, globals }: Factory): Promise<void> {
  if (paths.filter((path) => path === STDIN).length > 1) throw wrongUsage('stdin can be pushed only once')
  if (paths.includes(STDIN) && globals.apiKeyFile === STDIN)
    throw wrongUsage("stdin can't hold both the key and the file")
  for (const path of paths) if (path !== STDIN) await requireReadable(resolve(environment.cwd, path), path)
}

/**
 * The files to push, in order. What can be read once only, stdin and pipes, is spooled to a file only its owner can read, for as long
 * as it is pushed.
 */
export async function* eachFile(
  paths: readonly string[],
  { environment, signal }: Factory,
): AsyncGenerator<PushedFile> {
  const folder = join(stateDirectory(environment), 'spool')
  await removeDeadSpools(folder)
  for (const path of paths) {
    const full = resolve(environment.cwd, path)
    // It may have gone since, while the ones before it were pushed.
    if (path !== STDIN && (await requireReadable(full, path)) === 'file') {
      yield { path, name: path }
      continue
    }
    const name = path === STDIN || OF_THE_SYSTEM.test(path) ? 'stdin' : path
    const read = path === STDIN ? environment.stdin : createReadStream(full)
    const spooled = await spoolInput(eachUntilAborted(signal, read), folder).catch((error) => {
      throw signal.aborted ? error : explainPushError(error, name)
    })
    try {
      yield { path: spooled.path, name }
    } finally {
      await spooled.remove()
    }
  }
}

/** Whether a file or a pipe is there. Refuses a path where neither is. */
async function requireReadable(full: string, path: string): Promise<'file' | 'pipe'> {
  const found = await stat(full).catch(async (error: NodeJS.ErrnoException) => {
    throw await unreadableFile({ full, path, orElse: TRY_EXAMPLES }, error)
  })
  if (!found.isDirectory()) return found.isFile() ? 'file' : 'pipe'
  throw new Failure({
    exit: 'usage',
    code: 'FILE_UNREADABLE',
    message: whyUnreadable(path, 'EISDIR'),
    hint: 'To push every file put into a folder, use --watch FOLDER.',
  })
}
