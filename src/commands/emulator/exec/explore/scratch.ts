import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LastActs, makeTemporaryFolder } from '../../../../config/temporary-folder.js'

const LAST_LINES = 12

/** A folder of its own for each run, so that runs beside each other don't meet on the disk. */
export interface Scratch {
  folder: string
  /** Variables by which programs find it. */
  env: Record<string, string>
  /** The files the command prints to. */
  outputTo: readonly [number, number]
  /** The data directory of an emulator that is restarted. */
  data: string
  lastWords(): string[]
  remove(): void
}

/** Makes the folder, among the temporary ones. */
export function makeScratch(lastActs: LastActs): Scratch {
  const { path: folder, remove } = makeTemporaryFolder('inpk-explore', lastActs)
  for (const name of ['tmp', 'state', 'work']) mkdirSync(join(folder, name))
  const log = join(folder, 'output')
  const output = openSync(log, 'a', 0o600)
  return {
    folder,
    env: {
      INPK_EXPLORE_DIR: join(folder, 'work'),
      TMPDIR: join(folder, 'tmp'),
      XDG_STATE_HOME: join(folder, 'state'),
    },
    outputTo: [output, output],
    data: join(folder, 'data'),
    lastWords: () => readFileSync(log, 'utf8').trimEnd().split('\n').filter(Boolean).slice(-LAST_LINES),
    remove: () => {
      closeSync(output)
      remove()
    },
  }
}
