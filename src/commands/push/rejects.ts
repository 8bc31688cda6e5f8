import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { shellWord } from '../../base/escape.js'
import type { Environment } from '../../cli/environment.js'
import type { Factory } from '../../cli/factory.js'
import { findOutputPath } from '../../cli/output-path.js'
import { openFreshFile } from '../../ingest/disk.js'
import { REJECT_COLUMNS } from '../../ingest/map/headers.js'
import type { PushPlan } from '../../ingest/plan.js'
import type { JournalStore, RejectsFile } from '../../ingest/ports.js'
import { hasRejectsOf, openRejectsFile } from '../../ingest/push/kept-rejects.js'
import type { PushSummary } from '../../ingest/push/summary.js'
import { wrongUsage } from '../../terminal/failure.js'
import type { PushedFile } from './files.js'
import { OPTIONS, type PushInput } from './options.js'

const STDIN_REJECTS = 'stdin.rejects.csv'
const OWN_FILES = 'Without it the rejected rows of each file go to its own FILE.rejects.csv.'

/**
 * Refuses rejects that would be written over a file of the same command, whatever path leads there, and one file for the rejects
 * of several: only those of the last would stay. Refuses stdout if the summary goes, and a place where no file can be (exit code 2).
 */
export async function requireSafeRejects({ rejects, args, watch }: PushInput, environment: Environment): Promise<void> {
  if (rejects !== undefined && watch !== undefined)
    throw wrongUsage("--rejects and --watch can't be used together", OWN_FILES)
  if (rejects === '-') throw wrongUsage('--rejects takes a file: the summary goes to stdout', 'Give it a file.')
  if (rejects !== undefined && args.length > 1) throw wrongUsage('--rejects takes the rows of one file only', OWN_FILES)
  // Before rows are sent that it could not take.
  if (rejects !== undefined) await findOutputPath(environment, rejects)
  const inputs = await Promise.all(args.map(async (name) => ({ name, found: await findInput(name, environment) })))
  for (const written of rejects === undefined
    ? args.map((name) => `${name === '-' ? 'stdin' : name}.rejects.csv`)
    : [rejects]) {
    const there = await findFile(resolve(environment.cwd, written))
    const same = inputs.find(({ found }) => there?.isFile() && found?.ino === there.ino && found.dev === there.dev)
    if (same === undefined) continue
    const why = `the rejected rows would be written over ${same.name === '-' ? 'stdin' : same.name}, which is pushed`
    throw wrongUsage(
      why,
      rejects === undefined ? 'Push it alone, or under another name.' : 'Give --rejects another file.',
    )
  }
}

/** For `-` the file that stdin was redirected from, where the system names it. */
function findInput(name: string, { cwd }: Environment): Promise<BigIntStats | undefined> {
  return findFile(name === '-' ? '/dev/stdin' : resolve(cwd, name))
}

function findFile(path: string): Promise<BigIntStats | undefined> {
  return stat(path, { bigint: true }).catch(() => undefined)
}

/**
 * Where the rejected rows of a file go unless `--rejects` says it, and how that is opened. What was read from stdin is nowhere else, so
 * its rejects are never written over those of an earlier push: they get a number. Elsewhere what no push left there is kept beside it.
 */
export function rejectsOf(
  { path, name }: PushedFile,
  asked: string | undefined,
  { environment: { cwd }, journal, screen }: Pick<Factory, 'environment' | 'screen'> & { journal: JournalStore },
) {
  const isStdin = name === 'stdin' && path !== name
  const rejectsPath = asked ?? `${name}.rejects.csv`
  const isNamed = asked !== undefined
  const isNumbered = isStdin && !isNamed
  const openRejects = async (path: string, runId: string) => {
    if (isNumbered) return openNumbered(cwd)
    const { kept, ...file } = await openRejectsFile(resolve(cwd, path), { journal, runId, isNamed })
    if (!kept) return file
    const there = { ...kept, path: relative(cwd, kept.path) }
    // Said at once: a push that fails has no summary.
    const why = kept.kind === 'corrected_rejects' ? 'was changed after a push wrote it' : 'already existed'
    await screen.warn(`${rejectsPath} ${why}; it is kept as ${there.path}.`)
    return { ...file, kept: there }
  }
  const findRejects = async ({ run_id: runId, rejects_file: written }: PushSummary) => {
    const where = isNumbered ? (written ?? rejectsPath) : rejectsPath
    const full = resolve(cwd, where)
    const isThere = isNumbered ? await findFile(full) : await hasRejectsOf(full, { journal, runId })
    return isThere ? where : undefined
  }
  return { rejectsPath, openRejects, findRejects }
}

async function openNumbered(cwd: string): Promise<RejectsFile> {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? STDIN_REJECTS : STDIN_REJECTS.replace('.', `-${number}.`)
    const file = await openFreshFile(resolve(cwd, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (file) return { ...file, path }
  }
}

/** What says how columns are read; a rejects file is always CSV in UTF-8. */
const COLUMN_OPTIONS = ['question', 'preset', 'mapping', 'tz', 'externalId', 'sourceReference'] as const

/**
 * Returns the command that pushes a corrected rejects file as its rows would have been: its few rows may not show what those of the whole
 * file did, such as the order of dates.
 */
export function retryCommand(
  input: PushInput,
  { mapping, file: { columns } }: PushPlan,
  { file, source }: { file: string; source: string },
) {
  const shifted = (_: string, number: string) => `#${numberInRejects(columns, Number(number))}`
  const { texts, members, dates } = mapping
  const namesText = input.field.length > 0 || input.map.some((entry) => /^\s*text\s*=/.test(entry))
  const [text] = texts
  const found = !namesText && texts.length === 1 && text!.chosenBy === 'content' ? [`text=${text!.header}`] : []
  const isDated = members.some(({ member }) => member === 'occurred_at')
  const order = isDated && (dates !== 'dmy' || (input.dates ?? 'auto') !== 'auto') ? [['--dates', dates]] : []
  const words = [
    ['--source', source],
    ...[...input.map, ...found].map((entry) => ['--map', entry.replace(/(?<==\s*)#(\d+)$/, shifted)]),
    ...input.field.map((entry) => ['--field', entry.replace(/^#(\d+)(?==)/, shifted)]),
    ...order,
    ...COLUMN_OPTIONS.flatMap((name) => {
      const value = input[name]
      return value === undefined ? [] : [[OPTIONS[name].flags.split(' ')[0]!, value]]
    }),
  ]
  return `inpk push ${[file, ...words.flat()].map(shellWord).join(' ')}`
}

/** The number of a column in a rejects file: after the two of its own, which are not carried over from another one. */
function numberInRejects(columns: readonly string[], number: number): number {
  const isOwn = (column: string) => (REJECT_COLUMNS as readonly string[]).includes(column)
  return REJECT_COLUMNS.length + number - columns.slice(0, number).filter(isOwn).length
}
