import { omitUndefined } from '../../cli/omit-undefined.js'
import { text } from '../../cli/options.js'
import { wrongUsage } from '../../terminal/failure.js'
import { recordCommand } from './control-commands.js'
import { diffView } from './diff-view.js'

export const COMMAND = recordCommand('diffOrganization', {
  examples: [
    ['emulator diff', 'since the seed, or since it was created'],
    ['emulator diff before-migration', 'since a snapshot'],
    ['emulator diff --since 42 --jq .items', 'what changed after change 42 of `inpk emulator log`'],
  ],
  arguments: [{ name: 'NAME', purpose: 'snapshot to compare with (default: the seed)' }],
  options: {
    since: text('--since <change>', 'change to compare with, instead of a snapshot'),
    snapshot: text('--snapshot <name>', 'the same as NAME'),
  },
  input({ args, since, snapshot }) {
    const given = [args[0], snapshot, since].filter((each) => each !== undefined)
    if (given.length > 1) throw wrongUsage('name one thing to compare with', 'Give a snapshot, or --since.')
    return { query: omitUndefined({ since, snapshot: args[0] ?? snapshot }) }
  },
  view: diffView,
})
