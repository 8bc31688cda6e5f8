import { access, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Factory } from '../../cli/factory.js'
import { Failure } from '../../cli/failure.js'
import type { PushedFile } from './push-file.js'

const REJECTS = '.rejects.csv'
const LOOK_EVERY_MS = 1_000
/** Names programs give to what they have not finished, and files of ours. */
const UNFINISHED = /^[.~]|~$|\.(?:part|partial|tmp|temp|crdownload|download|filepart|lock)$|\.rejects\.csv$/i
/** What is wrong with the file itself: it is set aside, and the next one is taken. */
const FILE_FAULTS: ReadonlySet<string> = new Set(['FILE_INVALID', 'MAPPING_UNCLEAR', 'ROW_INVALID'])

/** Resolves to what the push did; where its rejected rows lie is put right once they are moved. */
type PushOne = (file: PushedFile) => Promise<{ rejects_file: string | null } | undefined>

/**
 * Pushes every file that is dropped into a folder, once each, until the command is told to stop: what is pushed moves to `done/`, what
 * cannot be read to `failed/`. A file is taken when neither its size nor its time changed between two looks. Other failures end it;
 * the file stays and is gone on with at the next start.
 */
export async function watchFolder(folder: string, factory: Factory, pushOne: PushOne): Promise<void> {
  const { world, screen, signal } = factory
  const path = resolve(world.cwd, folder)
  await screen.note(`Watching ${folder}; Ctrl-C ends it.`)
  let before = new Map<string, string>()
  while (!signal.aborted) {
    const now = await look(path)
    for (const [name, state] of now) {
      if (signal.aborted) break
      if (before.get(name) === state)
        await take({ path: join(path, name), name: join(folder, name) }, path, factory, pushOne)
    }
    before = now
    await world.sleep(LOOK_EVERY_MS, signal).catch(() => undefined)
  }
}

/** Files that may be pushed, by name in order, with what shows that one is still being written. */
async function look(path: string): Promise<Map<string, string>> {
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name)).map(({ name }) => name)
  const states = new Map<string, string>()
  for (const name of names.sort()) {
    const found = await stat(join(path, name)).catch(() => undefined)
    if (found && found.size > 0) states.set(name, `${found.size}:${found.mtimeMs}`)
  }
  return states
}

async function take(file: PushedFile, folder: string, { screen, signal }: Factory, pushOne: PushOne): Promise<void> {
  let summary: Awaited<ReturnType<PushOne>>
  try {
    summary = await pushOne(file)
  } catch (error) {
    if (!(error instanceof Failure && FILE_FAULTS.has(error.code))) throw error
    await screen.note(`${error.message.replace(/\.$/, '')}. It is moved to failed.`)
    await moveInto(folder, 'failed', file.path)
    return
  }
  // A push that was stopped is not done: its file stays, and is gone on with.
  if (signal.aborted) return
  const moved = await moveInto(folder, 'done', file.path)
  if (summary?.rejects_file !== `${file.name}${REJECTS}`) return
  summary.rejects_file = `${join(dirname(file.name), 'done', moved)}${REJECTS}`
}

/** Moves a file, and what was rejected of it, under a name that is free; resolves to that name. */
async function moveInto(folder: string, name: string, path: string): Promise<string> {
  await mkdir(join(folder, name), { recursive: true })
  const target = await freeName(join(folder, name), path.slice(folder.length + 1))
  await rename(path, target)
  await rename(`${path}${REJECTS}`, `${target}${REJECTS}`).catch(() => undefined)
  return basename(target)
}

async function freeName(folder: string, name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${number}-${name}`)
    const taken = await access(path).then(
      () => true,
      () => false,
    )
    if (!taken) return path
  }
}
