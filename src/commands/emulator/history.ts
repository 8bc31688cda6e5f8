import { moment } from '../../output/show.js'
import { listCommand } from './control-commands.js'

export const LOG = listCommand('listChanges', {
  examples: [['emulator log --limit 20', 'newest first']],
  columns: [
    { key: 'seq', title: 'SEQ', numeric: true },
    { key: 'at', title: 'AT', show: moment },
    { key: 'operation', title: 'OPERATION' },
    { key: 'summary', title: 'WHAT', flexible: true },
  ],
  whenEmpty: 'Nothing has changed yet.',
})

export const ASSUMPTIONS = listCommand('listAssumptions', {
  examples: [
    ['emulator assumptions'],
    ['emulator assumptions --jq ".[] | select(.how)"', 'those an overrides file can change, and how it says so'],
    ['emulator assumptions --jq ".[] | select(.overridden)"', 'those it changed'],
  ],
  columns: [
    { key: 'id', title: 'ID' },
    { key: 'what', title: 'WHAT', flexible: true },
    { key: 'overridden', title: 'OVERRIDDEN', show: (yes) => (yes ? 'yes' : '') },
  ],
  whenEmpty: 'Nothing is assumed.',
  ofAll: true,
})
