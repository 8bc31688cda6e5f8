import { count } from '../../base/count.js'
import type { ControlResultOf } from '../../contract/control/index.js'
import { moment } from '../../output/show.js'
import { actionCommand, listCommand, recordCommand } from './control-commands.js'
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
  input: ({ args }) => ({ body: { name: args[0]! } }),
  view: (record) => [`Saved snapshot ${nameAndItems(record)}.`],
})

export const RESTORE = recordCommand('restoreSnapshot', {
  examples: [['emulator snapshot restore before-migration', '`inpk emulator undo` reverts it']],
  arguments: NAME,
  input: byName,
  view: (record) => [`Restored snapshot ${nameAndItems(record)}.`, ...newSecretLines(record.new_secrets)],
})

export const DELETE = actionCommand('deleteSnapshot', {
  examples: [['emulator snapshot delete before-migration']],
  arguments: NAME,
  input: byName,
  done: (name) => `Deleted snapshot "${name}".`,
})

function nameAndItems({ name, items }: ControlResultOf<'saveSnapshot'>): string {
  return `"${name}" (${count(items, 'item')})`
}
