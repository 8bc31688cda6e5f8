import { access, mkdir, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Factory } from '../../cli/factory.js'
import type { Screen } from '../../cli/screen.js'
import { stateDirectory } from '../../config/places.js'
import { fileId } from '../../ingest/disk.js'
import type { JournalStore } from '../../ingest/ports.js'
import { createFileJournal } from '../../ingest/push/journal/journal-folder.js'
import { forgetProgress, writeMoved } from '../../ingest/push/journal/sent-progress.js'
import type { PushSummary } from '../../ingest/push/summary.js'
import { Failure, wrongUsage } from '../../terminal/failure.js'
import type { PushedFile } from './files.js'
import { createMovedFiles, type MovedFiles, stateOf } from './moved-files.js'
import { outcomeText } from './summary-view.js'

const REJECTS = '.rejects.csv'
const SCAN_EVERY_MS = 1_000
/** Names that programs give to unfinished files, and files of ours. */
const UNFINISHED = /^[.~]|~$|\.(?:part|partial|tmp|temp|crdownload|download|filepart|lock)$|\.rejects\.csv$/i
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

interface Watch {
  folder: string
  factory: Factory
  pushOne: PushOne
  moved: MovedFiles
  /** Holds how much was sent of files whose rows carry no ids. */
  journal: JournalStore
}

/**
 * Pushes every file that is dropped into a folder, once each, until the command is stopped: what is pushed moves to `done/`, what
 * can't be read to `failed/`. A file is pushed when neither its size nor its time changed between two scans; one that changes while it is
 * pushed stays, and is pushed again. Other failures end it; the file stays and is resumed at the next start. Resolves to how many
 * files were written to after they were moved, each with a warning: those rows were not pushed.
 */
export async function watchFolder(folder: string, factory: Factory, pushOne: PushOne): Promise<number> {
  const { environment, screen, signal } = factory
  const path = resolve(environment.cwd, folder)
  const moved = createMovedFiles(folder, screen)
  const journal = createFileJournal(join(stateDirectory(environment), 'runs'))
  const watch: Watch = { folder: path, factory, pushOne, moved, journal }
  // A folder that can't be read is said before that it is watched.
  requireNoProject(folder, await readdir(path))
  await screen.note(`Watching ${folder === '.' ? 'this folder' : folder}. Ctrl-C to stop.`)
  const warnOfSkipped = createSkippedWarning(folder, screen)
  let before = new Map<string, string>()
  try {
    while (!signal.aborted) {
      await moved.checkLatest()
      await warnOfSkipped(path)
      const now = await scan(path)
      for (const [name, state] of now) {
        if (signal.aborted) break
        if (before.get(name) === state)
          await pushSeen({ path: join(path, name), name: join(folder, name), state }, watch)
      }
      before = now
      await environment.sleep(SCAN_EVERY_MS, signal).catch(() => undefined)
    }
  } finally {
    await moved.checkAll()
  }
  return moved.late()
}

/** What only a folder of work has, whose files are no feedback, and must stay where they are. */
const OF_PROJECTS: ReadonlySet<string> = new Set(
  '.git .hg .svn .inpk inpk.config.json inpk.facts.yaml package.json pyproject.toml go.mod Cargo.toml pom.xml Gemfile composer.json'.split(
    ' ',
  ),
)

function requireNoProject(folder: string, names: readonly string[]): void {
  const sign = names.find((name) => OF_PROJECTS.has(name))
  if (sign === undefined) return
  throw wrongUsage(
    `${folder} holds a project (${sign}), and --watch moves every file away once it is pushed`,
    'Make a folder for feedback alone, such as `mkdir in`, and watch that.',
  )
}

/** Files that may be pushed, by name in order, with what shows that one is still being written. */
async function scan(path: string): Promise<Map<string, string>> {
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name)).map(({ name }) => name)
  const states = new Map<string, string>()
  for (const name of names.sort()) {
    const state = await stateOf(join(path, name))
    if (state && !state.startsWith('0:')) states.set(name, state)
  }
  return states
}

async function pushSeen(file: SeenFile, watch: Watch): Promise<void> {
  const { factory, folder, pushOne, journal } = watch
  const { screen, signal } = factory
  let summary: Awaited<ReturnType<PushOne>>
  try {
    summary = await pushOne(file)
  } catch (error) {
    if (await isChanged(file, error)) return noteChanged(file, factory)
    if (!(error instanceof Failure && FILE_FAULTS.has(error.code))) throw error
    await screen.note(`${error.message.replace(/\.$/, '')}. It was moved to failed${isRefused(error) ? PUT_BACK : ''}.`)
    await moveInto(folder, 'failed', file.path)
    if (isRefused(error)) await forgetProgress(journal, file.path)
    return
  }
  // A push that was stopped is not done: its file stays, and is resumed.
  if (signal.aborted) return
  if (await isChanged(file)) return noteChanged(file, factory)
  await writeMoved(journal, file.path, (await fileId(file.path)) ?? '')
  const target = await moveInto(folder, 'done', file.path)
  const name = join(dirname(file.name), 'done', basename(target))
  watch.moved.add({ path: target, name, state: file.state, movedAt: factory.environment.now() })
  if (!summary) return
  if (summary.rejects_file === `${file.name}${REJECTS}`) summary.rejects_file = `${name}${REJECTS}`
  // The result comes when the command ends, which may be in a month.
  await screen.note(`${file.name}: ${outcomeText(summary)}. It is now ${name}.`)
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

/** Folders that --watch creates itself. */
const OWN_FOLDERS: ReadonlySet<string> = new Set(['done', 'failed'])
const MOST_NAMED = 3

/** Makes the function that warns once of links and subfolders in a watched folder: what is in them is not pushed. */
export function createSkippedWarning(folder: string, screen: Screen): (path: string) => Promise<void> {
  let warned = false
  return async (path) => {
    if (warned) return
    const entries = await readdir(path, { withFileTypes: true })
    const names = entries
      .filter((entry) => entry.isSymbolicLink() || (entry.isDirectory() && !OWN_FOLDERS.has(entry.name)))
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('.'))
    if (names.length === 0) return
    warned = true
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
    const which = names.sort().slice(0, MOST_NAMED).join(', ')
    await screen.warn(`${folder} holds links or subfolders (${which}${more}): only files directly in it are pushed.`)
  }
}
