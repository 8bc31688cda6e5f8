import { text } from '../../cli/options.js'
import { moment } from '../../output/show.js'
import { actionCommand, byId, ID_ARGUMENT, listCommand, recordCommand } from './control-commands.js'
import { requireNamedId } from './find-control-target.js'

/** The member every organisation starts with. */
const FIRST_MEMBER = '1'

export const LIST = listCommand('listConnections', {
  examples: [['emulator connections list'], ['emulator connections list --jq ".[-1].id"', 'the one that asked last']],
  columns: [
    { key: 'id', title: 'ID' },
    { key: 'client_name', title: 'ASSISTANT', flexible: true },
    { key: 'state', title: 'STATE' },
    { key: 'member_id', title: 'MEMBER', show: (member) => (member === null ? '' : String(member)) },
    { key: 'created_at', title: 'SINCE', show: moment },
  ],
  whenEmpty: 'No connections or pending sign-ins.',
})

export const APPROVE = recordCommand('approveConnection', {
  examples: [
    ['emulator connections approve con_Ab3dEf6hIj9kLm2n', 'as the first member'],
    ['emulator connections approve con_Ab3dEf6hIj9kLm2n --member 2 --jq .redirect_to'],
  ],
  arguments: [{ name: 'REQUEST', purpose: 'id of a pending sign-in, as `list` shows it', required: true }],
  options: { member: text('--member <member>', 'member who approves, id or name (default: 1, the first one)') },
  input: async ({ args, member = FIRST_MEMBER, org }, factory) => ({
    body: { request_id: args[0]!, member_id: await requireNamedId('member', member, org, factory) },
  }),
  view: ({ id, client_name, member_id, redirect_to }) => [
    `Connection ${id}: ${client_name} reads for member ${member_id}.`,
    'Open this where the assistant waits for its response:',
    redirect_to,
  ],
})

export const REVOKE = actionCommand('revokeConnection', {
  examples: [
    ['emulator connections revoke con_Ab3dEf6hIj9kLm2n', 'its tokens stop working; a pending sign-in is refused'],
  ],
  arguments: ID_ARGUMENT,
  input: byId,
  done: (id) => `Revoked connection ${id}.`,
})
