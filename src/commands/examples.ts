import { constants } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { shellWord } from '../base/escape.js'
import { type CommandInput, command, type NoOptions } from '../cli/command.js'
import type { Factory } from '../cli/factory.js'
import { packageRoot } from '../cli/package-root.js'
import { WHY } from '../cli/path-faults.js'
import { type Result, result } from '../output/outcome.js'
import { Failure } from '../terminal/failure.js'
import { printableLine } from '../terminal/printable.js'

/** The files of the package that people try commands with. */
export const EXAMPLES = [
  'support-tickets.csv',
  'app-reviews.csv',
  'customer-survey.xlsx',
  'chat-log.ndjson',
  'shop.seed.yaml',
  'seed.schema.json',
] as const

const DEFAULT_FOLDER = 'inpk-examples'

export const COMMAND = command({
  examples: [['examples'], ['examples .', 'write them to this folder']],
  arguments: [{ name: 'FOLDER', purpose: `folder to write to (default: ${DEFAULT_FOLDER})` }],
  options: {},
  run: writeExamples,
})

/** Copies the example files of the package. A file of the same name with other contents is never replaced. */
async function writeExamples({ args }: CommandInput<NoOptions>, { environment }: Factory): Promise<Result> {
  const given = args[0] ?? DEFAULT_FOLDER
  const folder = resolve(environment.cwd, given)
  try {
    await mkdir(folder, { recursive: true })
    for (const name of EXAMPLES) await copyNew(join(packageRoot(), 'fixtures', name), join(folder, name), given)
  } catch (error) {
    throw explainUnwritten(error, given)
  }
  return result({ folder, files: EXAMPLES }, () => [
    `Wrote ${EXAMPLES.length} files to ${printableLine(given)}:`,
    ...EXAMPLES.map((name) => `  ${name}`),
  ])
}

async function copyNew(from: string, to: string, folder: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const [ours, theirs] = await Promise.all([readFile(from), readFile(to)])
    if (ours.equals(theirs)) return
    const message = `${to} already exists with other contents`
    throw new Failure({ exit: 'conflict', code: 'FILE_EXISTS', message, hint: anotherFolder(folder) })
  }
}

/** Why nothing can be written to a folder; an error that is not about that as it is. */
function explainUnwritten(error: unknown, folder: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    const message = `${folder} is a file or inside one; the examples need a folder`
    return new Failure({ exit: 'usage', code: 'NO_FOLDER', message, hint: anotherFolder(folder), cause: error })
  }
  if (!Object.hasOwn(WHY, code)) return error
  const message = `can't write to ${folder}: ${WHY[code]}`
  const hint = 'Choose a folder that you can write to, for example `inpk examples ~/inpk-examples`.'
  return new Failure({ exit: 'failure', code: 'FOLDER_UNWRITABLE', message, hint, cause: error })
}

function anotherFolder(folder: string): string {
  const other = folder === '.' ? DEFAULT_FOLDER : `${folder.replace(/\/+$/, '')}-2`
  return `Choose another folder, for example \`inpk examples ${shellWord(other)}\`.`
}
