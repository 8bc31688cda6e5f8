import { listCommand, recordCommand } from './control-commands.js'
import { byReference, namedArgument } from './find-control-target.js'

const MEMBER = namedArgument('member')
const byName = byReference('member')

export const LIST = listCommand('listMembers', {
  examples: [['emulator members list']],
  columns: [
    { key: 'id', title: 'ID', numeric: true },
    { key: 'name', title: 'NAME', flexible: true },
    { key: 'email', title: 'EMAIL' },
    { key: 'active', title: 'ACTIVE', show: (active) => (active ? 'yes' : 'no') },
  ],
  whenEmpty: 'No members.',
})

export const SHOW = recordCommand('getMember', {
  examples: [['emulator members show 2']],
  arguments: MEMBER,
  input: byName,
})

export const CREATE = recordCommand('createMember', {
  examples: [['emulator members create "Ada Lovelace" ada@example.com']],
  arguments: [
    { name: 'NAME', purpose: 'name of the person', required: true },
    { name: 'EMAIL', purpose: 'address of the person', required: true },
  ],
  input: ({ args }) => ({ body: { name: args[0]!, email: args[1]! } }),
})

export const ACTIVATE = recordCommand('updateMember', {
  examples: [['emulator members activate 2']],
  arguments: MEMBER,
  input: async (input, factory) => ({ ...(await byName(input, factory)), body: { active: true } }),
  view: ({ id, name }) => [`Member ${id} (${name}) is active; keys bound to them work.`],
})

export const DEACTIVATE = recordCommand('updateMember', {
  examples: [['emulator members deactivate 2', 'requests with their mcp_read keys now get MCP_KEY_UNBOUND']],
  arguments: MEMBER,
  input: async (input, factory) => ({ ...(await byName(input, factory)), body: { active: false } }),
  view: ({ id, name }) => [`Member ${id} (${name}) is inactive; keys bound to them no longer work.`],
})
