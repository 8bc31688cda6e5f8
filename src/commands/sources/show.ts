import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { name } from '../../cli/options.js'
import { optional } from '../../client/checked-payload.js'
import { whatIsThere } from '../../client/gaps.js'
import { requireSourceByReference } from '../../listings/find-target.js'
import { answered, type Result } from '../../output/outcome.js'
import { sourceView } from './source-view.js'
import { withGroup } from './with-group.js'

const OPTIONS = { group: name('--group <group>', 'group of the source, if its title is not unique', 'groups') }

export const COMMAND = command({
  examples: [['sources show 34'], ['sources show "Tickets 2026" --group Support']],
  arguments: [{ name: 'SOURCE', purpose: 'id or name', required: true, names: 'sources' }],
  options: OPTIONS,
  run: showSource,
})

async function showSource({ args, group }: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const client = await factory.client()
  const found = await requireSourceByReference(client, args[0]!, group)
  const source = withGroup(found.source, optional(found.group))
  const isDraft = whatIsThere(source).mode === 'EDITING'
  return answered({ worded: source, payload: source }, sourceView, [], isDraft ? [] : ['published_at'])
}
