import { constants } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type CommandInput, command, type NoOptions } from '../cli/command.js'
import type { Factory } from '../cli/factory.js'
import { packageRoot } from '../cli/package-root.js'
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
  await mkdir(folder, { recursive: true })
  for (const name of EXAMPLES) await copyNew(join(packageRoot(), 'fixtures', name), join(folder, name), given)
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
    throw new Failure({
      exit: 'conflict',
      code: 'FILE_EXISTS',
      message: `${to} already exists with other contents`,
      hint: `Choose another folder, for example \`inpk examples ${folder === '.' ? DEFAULT_FOLDER : `${folder}-2`}\`.`,
    })
  }
}
