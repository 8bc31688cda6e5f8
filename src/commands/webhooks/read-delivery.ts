import type { Environment } from '../../cli/environment.js'
import { readBytesOf } from '../../cli/read-file.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'
import { parseRequest, type SavedRequest, UnreadableRequestError } from '../../webhooks/tools.js'

/** The request saved in a file: raw HTTP, HAR or a recorded delivery. Refuses another file (exit code 6). */
export async function readSavedRequest(environment: Environment, path: string): Promise<SavedRequest> {
  const bytes = await readBytesOf(environment, path)
  try {
    return parseRequest(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableRequestError)) throw error
    throw new Failure({
      exit: 'invalid',
      code: 'UNREADABLE_REQUEST',
      message: `${path}: ${error.message}`,
      cause: error,
    })
  }
}

/** stdin can be read once. Refuses a command line that asks for it twice. */
export function requireOneStdin(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === '-').length > 1) throw wrongUsage('only one file can be - (stdin)')
}
