import { type CommandInput, command, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { eachGroup } from '../../client/each-group.js'
import type { Column, ListResult } from '../../output/outcome.js'
import { day, lengthText } from '../../output/show.js'

export const GROUP_COLUMNS: readonly Column[] = [
  { key: 'survey_series_id', title: 'ID', numeric: true, required: true },
  { key: 'name', title: 'NAME', flexible: true, required: true },
  { key: 'tracking', title: 'TRACKING' },
  { key: 'surveys', title: 'SOURCES', numeric: true, show: lengthText },
  { key: 'created_at', title: 'CREATED', show: day },
]

export const COMMAND = command({
  examples: [['groups list'], ['groups list --jq ".[].name"', 'the names alone']],
  options: {},
  run: listGroups,
})

async function listGroups(_input: CommandInput<NoOptions>, factory: Factory): Promise<ListResult> {
  const client = await factory.client()
  const { globals, screen } = factory
  return {
    rows: eachGroup(client, {}, { limit: globals.limit, warn: screen.caution, onUnclear: screen.caution }),
    columns: GROUP_COLUMNS,
    whenEmpty: 'No groups yet. `inpk groups create NAME` creates one.',
  }
}
