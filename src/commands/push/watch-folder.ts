import { access, mkdir, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Factory } from '../../cli/factory.js'
import { stateDirectory } from '../../config/places.js'
import { fileId } from '../../ingest/disk.js'
import { FileTypeError } from '../../ingest/errors.js'
import type { JournalStore } from '../../ingest/ports.js'
import { createFileJournal } from '../../ingest/push/journal/journal-folder.js'
import { forgetProgress, writeMoved } from '../../ingest/push/journal/sent-progress.js'
import type { PushSummary } from '../../ingest/push/summary.js'
import { Failure } from '../../terminal/failure.js'
import type { PushedFile } from './files.js'
import { createMovedFiles, type MovedFiles, stateOf } from './moved-files.js'
import { createSkippedWarning, requireNoProject, scanFolder } from './watched-folder.js'

const REJECTS = '.rejects.csv'
const SCAN_EVERY_MS = 1_000
/** Faults of the file itself: it is set aside, and the next one is pushed. */
const FILE_FAULTS: ReadonlySet<string> = new Set([
  'FILE_INVALID',
  'MAPPING_UNCLEAR',
  'NOT_FOR_THIS_FORMAT',
  'NO_SUCH_SHEET',
  'ROW_INVALID',
  'ROWS_CHANGED',
])

const PUT_BACK = '; if moved back, it is pushed whole, including rows already stored'

/** Resolves to what the push did; the path of its rejects file is corrected once that is moved. */
type PushOne = (file: PushedFile) => Promise<PushSummary | undefined>

/** A file as a scan found it. */
interface SeenFile extends PushedFile {
  /** As `stateOf` gives it. */
  state: string
}

/** What became of a watched file. */
export interface WatchedPush {
  /** The file as it was dropped. */
  name: string
  /** Where it is now. */
  file: string
  summary: PushSummary
}

interface Watch {
  folder: string
  factory: Factory
  pushOne: PushOne
  moved: MovedFiles
  /** The state of each file that stays because its type can't be pushed. */
  left: Map<string, string>
  /** Holds how much was sent of files whose rows carry no ids. */
  journal: JournalStore
}

/**
 * Pushes every file that is dropped into a folder, once each, until the command is stopped: what is pushed moves to `done/`, what
 * can't be read to `failed/`, and a file of a type that can't be pushed stays. A file is pushed when neither its size nor its time changed between two scans; one that changes while it is
 * pushed stays, and is pushed again. Other failures end it; the file stays and is resumed at the next start. Yields each push as it is
 * done; `onEnd` hears how many files were written to after they were moved, each with a warning: those rows were not pushed.
 */
export async function* watchFolder(
  folder: string,
  factory: Factory,
  pushOne: PushOne,
  onEnd: (late: number) => void,
): AsyncGenerator<WatchedPush> {
  const { environment, screen, signal } = factory
  const path = resolve(environment.cwd, folder)
  const moved = createMovedFiles(folder, screen)
  const journal = createFileJournal(join(stateDirectory(environment), 'runs'))
  const watch: Watch = { folder: path, factory, pushOne, moved, left: new Map(), journal }
  // A folder that can't be read is said before that it is watched.
  requireNoProject(folder, await readdir(path))
  await screen.note(`Watching ${folder === '.' ? 'this folder' : folder}. Ctrl-C to stop.`)
  const warnOfSkipped = createSkippedWarning(folder, screen)
  let before = new Map<string, string>()
  try {
    while (!signal.aborted) {
      await moved.checkLatest()
      await warnOfSkipped(path)
      const now = await scanFolder(path)
      for (const [name, state] of now) {
        if (signal.aborted) break
        if (before.get(name) !== state || watch.left.get(name) === state) continue
        const pushed = await pushSeen({ path: join(path, name), name: join(folder, name), state }, watch)
        if (pushed) yield pushed
      }
      before = now
      for (const name of watch.left.keys()) if (!now.has(name)) watch.left.delete(name)
      await environment.sleep(SCAN_EVERY_MS, signal).catch(() => undefined)
    }
  } finally {
    await moved.checkAll()
    onEnd(moved.late())
  }
}

async function pushSeen(file: SeenFile, watch: Watch): Promise<WatchedPush | undefined> {
  const { factory, folder, pushOne, journal } = watch
  const { screen, signal } = factory
  let summary: Awaited<ReturnType<PushOne>>
  try {
    summary = await pushOne(file)
  } catch (error) {
    if (await isChanged(file, error)) {
      await noteChanged(file, factory)
      return undefined
    }
    if (!(error instanceof Failure && FILE_FAULTS.has(error.code))) throw error
    if (error.cause instanceof FileTypeError) {
      await leave(file, error, watch)
      return undefined
    }
    await screen.caution(
      `${error.message.replace(/\.$/, '')}. It was moved to failed${isRefused(error) ? PUT_BACK : ''}.`,
    )
    await moveInto(folder, 'failed', file.path)
    if (isRefused(error)) await forgetProgress(journal, file.path)
    return undefined
  }
  const stays = summary && { name: file.name, file: file.name, summary }
  // A push that was stopped is not done: its file stays, and is resumed.
  if (signal.aborted) return stays
  if (await isChanged(file)) {
    await noteChanged(file, factory)
    return stays
  }
  await writeMoved(journal, file.path, (await fileId(file.path)) ?? '')
  const target = await moveInto(folder, 'done', file.path)
  const name = join(dirname(file.name), 'done', basename(target))
  watch.moved.add({ path: target, name, state: file.state, movedAt: factory.environment.now() })
  if (summary?.rejects_file === `${file.name}${REJECTS}`) summary.rejects_file = `${name}${REJECTS}`
  return stays && { ...stays, file: name }
}

/** Leaves a file that is no feedback where it is, and says so once. */
async function leave({ path, state }: SeenFile, { message }: Failure, { left, factory }: Watch): Promise<void> {
  const name = basename(path)
  if (!left.has(name)) await factory.screen.caution(`${message.replace(/\.$/, '')}. The file stays there.`)
  left.set(name, state)
}

/** Rows that were sent are others now, and none was sent again. */
function isRefused({ code }: Failure): boolean {
  return code === 'ROWS_CHANGED'
}

/** Whether the file is another than the scan found, or gone; a failure counts only where that explains it. */
async function isChanged(file: SeenFile, error?: unknown): Promise<boolean> {
  if (error instanceof Failure && error.code === 'FILE_CHANGED') return true
  const isOfFile = error === undefined || (error instanceof Failure && FILE_FAULTS.has(error.code)) || isAbsent(error)
  return isOfFile && (await stateOf(file.path)) !== file.state
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function noteChanged({ name }: PushedFile, { screen }: Factory): Promise<void> {
  await screen.note(
    `${name} changed while it was pushed. It stays in the folder and is pushed again when it stops changing.`,
  )
}

/** Moves a file, and what was rejected of it, under a name that is free; resolves to its new path. */
async function moveInto(folder: string, name: string, path: string): Promise<string> {
  await mkdir(join(folder, name), { recursive: true })
  const target = await freeName(join(folder, name), path.slice(folder.length + 1))
  await rename(path, target)
  await rename(`${path}${REJECTS}`, `${target}${REJECTS}`).catch(() => undefined)
  return target
}

/** A path for a file and what was rejected of it: the rows of an earlier one may still wait there to be corrected. */
async function freeName(folder: string, name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${number}-${name}`)
    if (!(await isThere(path)) && !(await isThere(`${path}${REJECTS}`))) return path
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
