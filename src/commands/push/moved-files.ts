import { stat } from 'node:fs/promises'
import { putCapped } from '../../base/capped-map.js'
import { count } from '../../base/count.js'
import type { Screen } from '../../cli/screen.js'
import { CAPS } from '../../contract/caps.js'
import { printable } from '../../terminal/printable.js'

/** Files checked at each scan, of those moved last; at the end all are. */
const CHECKED = 100

/** A file that was pushed and moved, as it was then. */
export interface MovedFile {
  path: string
  /** As a person knows it. */
  name: string
  /** Size and time of change when it was pushed, as `stateOf` gives them. */
  state: string
  movedAt: number
}

/** The files moved in this session, and those written on since: their later rows were not pushed. */
export interface MovedFiles {
  add(file: MovedFile): void
  /** Warns once of each file that was written to since, of those moved last. */
  checkLatest(): Promise<void>
  checkAll(): Promise<void>
  /** How many were warned of. */
  late(): number
}

/** Size and time of change of a file, to notice that it is written on; undefined if it no longer exists. */
export async function stateOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found && `${found.size}:${found.mtimeMs}`
}

/** Remembers what was moved: a writer that keeps its file open writes on into `done/`, and no scan finds those rows. */
export function createMovedFiles(
  folder: string,
  { style, line }: Pick<Screen, 'style' | 'line'>,
  most: number = CAPS.movedFiles.most,
): MovedFiles {
  const moved = new Map<string, MovedFile>()
  let late = 0
  const lookAt = async (files: MovedFile[]) => {
    for (const file of files) {
      const now = await stateOf(file.path)
      if (now === file.state) continue
      moved.delete(file.path)
      if (now === undefined) continue
      late += 1
      // Printed also with --quiet and --json: nothing else says that rows are missing.
      await line(`${style.yellow('warning:')} ${printable(lateText(file, now, folder))}`)
    }
  }
  return {
    add: (file) => putCapped(moved, file.path, file, most),
    checkLatest: () => lookAt([...moved.values()].slice(-CHECKED)),
    checkAll: () => lookAt([...moved.values()]),
    late: () => late,
  }
}

function lateText({ name, state, movedAt }: MovedFile, now: string, folder: string): string {
  const [size, at] = now.split(':').map(Number) as [number, number]
  const before = Number(state.split(':')[0])
  const grew = size > before ? `${count(size - before, 'byte')} more` : 'other content'
  return (
    `${name} grew after it was pushed (moved at ${timeOf(movedAt)}, ${grew} since, last at ${timeOf(at)}). ` +
    `Its later rows were NOT pushed. When nothing writes to it any more, move it back into ${folder}: it is pushed whole then, ` +
    'and rows already stored are not stored twice (with --external-id none: under its old name, if no other file of that name came since).'
  )
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
