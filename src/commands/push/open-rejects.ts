import { resolve } from 'node:path'
import type { World } from '../../cli/world.js'
import { openFreshFile, openOutputFile } from '../../ingest/journal-file.js'
import type { OutputFile } from '../../ingest/ports.js'
import type { PushedFile } from './push-file.js'

const STDIN_REJECTS = 'stdin.rejects.csv'

/**
 * Where the rejected rows of a file go unless `--rejects` says it, and how that is opened. What was read from stdin is nowhere else, so
 * its rejects are never written over those of an earlier push: they get a number.
 */
export function rejectsOf({ path, name }: PushedFile, asked: string | undefined, { cwd }: Pick<World, 'cwd'>) {
  const isStdin = name === 'stdin' && path !== name
  const rejectsPath = asked ?? `${name}.rejects.csv`
  const openRejects = (wished: string) =>
    isStdin && asked === undefined ? openNumbered(cwd) : openOutputFile(resolve(cwd, wished))
  return { rejectsPath, openRejects }
}

async function openNumbered(cwd: string): Promise<OutputFile> {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? STDIN_REJECTS : STDIN_REJECTS.replace('.', `-${number}.`)
    const file = await openFreshFile(resolve(cwd, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (file) return { ...file, path }
  }
}
