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
