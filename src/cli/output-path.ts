import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { findDestination } from '../base/destination.js'
import type { Environment } from './environment.js'

const STDOUT = 1

/**
 * Where an option like `--to` wants a file: undefined for stdout, be it absent, `-` or a name of it such as /dev/stdout; else the
 * absolute path. Rejects before any work is done, as the system does, where no file can be: a folder, a folder that is missing, or one
 * that may not be written.
 */
export async function findOutputPath(
  { cwd }: Pick<Environment, 'cwd'>,
  given: string | undefined,
): Promise<string | undefined> {
  if (given === undefined || given === '-') return undefined
  const path = resolve(cwd, given)
  const destination = await findDestination(path)
  if (destination.kind === 'file') await requireWritable(destination)
  return destination.kind === 'descriptor' && destination.descriptor === STDOUT ? undefined : path
}

/** A file that is there may be written, or replaced in its folder. */
async function requireWritable({ path, found }: { path: string; found: unknown }): Promise<void> {
  await access(dirname(path), constants.W_OK).catch(async (error: unknown) => {
    if (!found) throw error
    await access(path, constants.W_OK)
  })
}
