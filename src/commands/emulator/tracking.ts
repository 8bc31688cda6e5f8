import type { ControlResultOf } from '../../contract/control/index.js'
import { TRACKINGS } from '../../contract/records.js'
import { requireWord } from '../../terminal/require-word.js'
import { listCommand, recordCommand } from './control-commands.js'
import { requireGroupId } from './find-control-target.js'

const GROUP = {
  name: 'GROUP',
  purpose: 'the feedback group (id or name)',
  required: true,
  names: 'groups',
} as const

export const LIST = listCommand('listGroups', {
  examples: [['emulator tracking list'], ['emulator tracking list --jq ".[].tracking"']],
  columns: [
    { key: 'feedback_group_id', title: 'ID', numeric: true },
    { key: 'name', title: 'NAME', flexible: true },
    { key: 'tracking', title: 'TRACKING' },
  ],
  whenEmpty: 'No groups.',
})

export const SHOW = recordCommand('getGroup', {
  examples: [['emulator tracking show Support'], ['emulator tracking show 3 --jq .tracking']],
  arguments: [GROUP],
  input: async ({ args, org }, factory) => ({ params: { id: await requireGroupId(args[0]!, org, factory) } }),
  view: trackingView,
})

export const SET = recordCommand('updateGroup', {
  examples: [['emulator tracking set 3 weekly'], ['emulator tracking set "Support" none']],
  arguments: [GROUP, { name: 'TRACKING', purpose: TRACKINGS.join(', '), required: true, choices: TRACKINGS }],
  input: async ({ args, org }, factory) => ({
    params: { id: await requireGroupId(args[0]!, org, factory) },
    body: { tracking: requireWord(args[1]!, TRACKINGS, 'tracking', 'Tracking can be') },
  }),
  view: trackingView,
})

function trackingView({ feedback_group_id: id, name, tracking }: ControlResultOf<'getGroup'>): string[] {
  return [`Group ${id} (${name}): ${tracking === 'none' ? 'no' : tracking} tracking`]
}
