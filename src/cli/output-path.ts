import { resolve } from 'node:path'
import { findDestination } from '../base/destination.js'
import type { Environment } from './environment.js'

const STDOUT = 1

/**
 * Where an option like `--to` wants a file: undefined for stdout, be it absent, `-` or a name of it such as /dev/stdout; else the
 * absolute path. Rejects before any work is done where no file can be: a folder, or a folder that is missing.
 */
export async function findOutputPath(
  { cwd }: Pick<Environment, 'cwd'>,
  given: string | undefined,
): Promise<string | undefined> {
  if (given === undefined || given === '-') return undefined
  const path = resolve(cwd, given)
  const destination = await findDestination(path)
  return destination.kind === 'descriptor' && destination.descriptor === STDOUT ? undefined : path
}
