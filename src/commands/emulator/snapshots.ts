import { count } from '../../base/count.js'
import { askYesNo, canAsk } from '../../cli/ask.js'
import type { Factory } from '../../cli/factory.js'
import type { ControlResultOf } from '../../contract/control/index.js'
import { moment } from '../../output/show.js'
import { Failure } from '../../terminal/failure.js'
import { declined } from '../confirm.js'
import { actionCommand, callControl, listCommand, recordCommand } from './control-commands.js'
import { newSecretLines } from './new-secret-lines.js'

const NAME = [{ name: 'NAME', purpose: 'letters, digits, - and _', required: true }] as const
const byName = ({ args }: { readonly args: readonly string[] }) => ({ params: { name: args[0]! } })

export const LIST = listCommand('listSnapshots', {
  examples: [['emulator snapshot list']],
  columns: [
    { key: 'name', title: 'NAME' },
    { key: 'created_at', title: 'CREATED', show: moment },
    { key: 'items', title: 'ITEMS', numeric: true, quantity: true },
  ],
  whenEmpty: 'No snapshots. `inpk emulator snapshot save NAME` creates one.',
})

export const SAVE = recordCommand('saveSnapshot', {
  examples: [['emulator snapshot save before-migration']],
  arguments: NAME,
  async input({ args, org }, factory) {
    const name = args[0]!
    await requireReplaceable(name, org, factory)
    return { body: { name } }
  },
  view: (record) => [`Saved snapshot ${nameAndItems(record)}.`],
})

export const RESTORE = recordCommand('restoreSnapshot', {
  examples: [['emulator snapshot restore before-migration', '`inpk emulator undo` reverts it']],
  arguments: NAME,
  input: byName,
  view: (record) => [
    `Restored snapshot ${nameAndItems(record)}. Feedback erased since then stays erased.`,
    ...newSecretLines(record.new_secrets),
  ],
})

export const DELETE = actionCommand('deleteSnapshot', {
  examples: [['emulator snapshot delete before-migration']],
  arguments: NAME,
  input: byName,
  done: (name) => `Deleted snapshot "${name}".`,
})

/** Asks before an older snapshot of this name gives way; refuses if no one is there to answer. */
async function requireReplaceable(name: string, org: string | undefined, factory: Factory): Promise<void> {
  if (factory.globals.yes) return
  const { items } = await callControl(factory, org, 'listSnapshots', { query: { limit: '200' } })
  const old = items.find((each) => each.name === name)
  if (old === undefined) return
  if (!canAsk(factory)) {
    throw new Failure({
      exit: 'conflict',
      code: 'SNAPSHOT_EXISTS',
      message: `snapshot ${nameAndItems(old)} already exists`,
      hint: 'Choose another name, or pass `--yes` to replace it.',
    })
  }
  const question = `Replace snapshot ${nameAndItems(old)}? This can't be undone.`
  if (!(await askYesNo(factory, question))) throw declined()
}

function nameAndItems({ name, items }: ControlResultOf<'saveSnapshot'>): string {
  return `"${name}" (${count(items, 'item')})`
}
