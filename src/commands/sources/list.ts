import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { name } from '../../cli/options.js'
import { eachSource, sourcesOf } from '../../client/each-group.js'
import { type FoundSource, requireGroupByReference } from '../../listings/find-target.js'
import type { ListResult, Row } from '../../output/outcome.js'
import { SOURCE_COLUMNS } from './columns.js'
import { withGroup } from './with-group.js'

const OPTIONS = { group: name('--group <group>', 'only the sources of this group (id or name)', 'groups') }

export const COMMAND = command({
  examples: [['sources list'], ['sources list --group Support --output csv']],
  options: OPTIONS,
  argumentsMean: ['group'],
  run: listSources,
})

/** Flat: a row a source, with its group beside it. */
async function listSources({ group }: CommandInput<typeof OPTIONS>, factory: Factory): Promise<ListResult> {
  const client = await factory.client()
  const shown = { warn: factory.screen.caution, onUnclear: factory.screen.caution }
  const sources =
    group === undefined ? eachSource(client, {}, shown) : sourcesOf(await requireGroupByReference(client, group))
  return {
    rows: flatRows(sources),
    columns: SOURCE_COLUMNS,
    whenEmpty: 'No sources yet. `inpk sources create TITLE --group GROUP` creates one.',
  }
}

async function* flatRows(sources: AsyncIterable<FoundSource> | Iterable<FoundSource>): AsyncGenerator<Row> {
  for await (const { group, source } of sources) {
    yield withGroup(source, group) as object as Row
  }
}
