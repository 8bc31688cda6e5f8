import { count } from '../../base/count.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { ServiceError } from '../../client/errors.js'
import { presented, type Result } from '../../output/outcome.js'
import { ExplainedError, Failure, wrongUsage } from '../../terminal/failure.js'
import { callControl } from './control-commands.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'
import { newSecretLines } from './new-secret-lines.js'

const LISTED = '`inpk emulator log` lists the changes.'

export const COMMAND = command({
  examples: [
    ['emulator undo', 'undo the last change of `inpk emulator log`'],
    ['emulator undo 42', 'undo every change after change 42'],
  ],
  arguments: [{ name: 'CHANGE', purpose: 'last change to keep (default: the one before the last)' }],
  options: EMULATOR_OPTIONS,
  run: undo,
})

async function undo({ args, org }: CommandInput<typeof EMULATOR_OPTIONS>, factory: Factory): Promise<Result> {
  const to = args[0] === undefined ? await beforeLast(factory, org) : requireSeq(args[0])
  const answer = await callControl(factory, org, 'undoChanges', { body: { to } }).catch((error: unknown) => {
    const isOfChange = error instanceof ServiceError && /^(VALIDATION_ERROR|HISTORY_ERASED)$/.test(error.code)
    throw isOfChange ? new ExplainedError(error, LISTED) : error
  })
  return presented({
    data: answer,
    shown: answer,
    view: ({ undone, new_secrets: made }) => [
      `Undid ${count(undone, 'change')}; everything is as it was after change ${to}.`,
      ...newSecretLines(made),
    ],
  })
}

async function beforeLast(factory: Factory, org: string | undefined): Promise<number> {
  const { items } = await callControl(factory, org, 'listChanges', { query: { limit: '1' } })
  const last = items[0]?.seq ?? 1
  if (last > 1) return last - 1
  throw new Failure({ exit: 'conflict', code: 'NOTHING_TO_UNDO', message: 'nothing to undo: no changes yet' })
}

function requireSeq(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw wrongUsage(`invalid change number: ${text}`, LISTED)
}
