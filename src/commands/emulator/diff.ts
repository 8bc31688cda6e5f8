import { defined } from '../../cli/defined.js'
import { text } from '../../cli/options.js'
import { recordCommand } from './control-commands.js'
import { diffView } from './diff-view.js'

export const COMMAND = recordCommand('diffOrganization', {
  examples: [
    ['emulator diff --since 42', 'what changed after change 42 of `inpk emulator log`'],
    ['emulator diff --snapshot before-migration'],
    ['emulator diff --snapshot seed --jq .items'],
  ],
  options: {
    since: text('--since <seq>', 'a change; the oldest that is kept where neither is given'),
    snapshot: text('--snapshot <name>', 'a snapshot'),
  },
  input: ({ since, snapshot }) => ({ query: defined({ since, snapshot }) }),
  view: diffView,
})
