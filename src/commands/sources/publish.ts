import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { name } from '../../cli/options.js'
import type { There } from '../../client/gaps.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { requireSourceIdByReference } from '../../listings/find-target.js'
import { answered, type Result } from '../../output/outcome.js'
import { publishSource as publish, stillDraft } from '../publish-source.js'

const OPTIONS = { group: name('--group <group>', 'group of the source, if its title is not unique', 'groups') }

export const COMMAND = command({
  examples: [['sources publish 34']],
  arguments: [{ name: 'SOURCE', purpose: 'id or name', required: true, names: 'sources' }],
  options: OPTIONS,
  run: publishSource,
})

async function publishSource({ args, group }: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const client = await factory.client()
  const reference = args[0]!
  const id = await requireSourceIdByReference(client, reference, group)
  const asked = { id, title: reference === id ? undefined : reference }
  return answered(await publish(client, id), (source) => publishedView(source, asked))
}

/** A service may answer with little: then the source is called as it was asked for. */
function publishedView(
  source: There<ResultOf<'publishSource'>>,
  asked: { id: string; title: string | undefined },
): string[] {
  const { survey_id: id = asked.id, survey_title: title = asked.title, mode, already_published: before } = source
  if (mode === 'EDITING') throw stillDraft()
  const done = before ? 'was already published' : 'is published and accepts feedback'
  return [`Source ${id}${title ? ` (${title})` : ''} ${done}.`]
}
