import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { ITEM_MEMBERS, type Member, membersListedBy } from '../../contract/items/members.js'
import type { Column, ListResult } from '../../output/outcome.js'
import { day } from '../../output/show.js'
import { eachItem, FILTER_OPTIONS, filterQuery } from './filter.js'
import { orUnknownTarget } from './unknown-target.js'

const COLUMNS: readonly Column[] = [
  { key: 'item_id', title: 'ID', numeric: true },
  { key: 'source_id', title: 'SOURCE', numeric: true },
  ...membersListedBy('command').map(memberColumn),
]

function memberColumn(member: Member): Column {
  const { kind, title } = ITEM_MEMBERS[member]
  return {
    key: member,
    title: title.toUpperCase(),
    ...(kind === 'feedback' && { flexible: true, required: true }),
    ...(kind === 'number' && { numeric: true }),
    ...(kind === 'time' && { show: day }),
  }
}

export const COMMAND = command({
  examples: [
    ['feedback list --source 34 --external-id T-1001'],
    ['feedback list --group Support --since 2026-01-01 --output ndjson'],
  ],
  options: FILTER_OPTIONS,
  argumentsMean: ['source'],
  run: listFeedback,
})

async function listFeedback(input: CommandInput<typeof FILTER_OPTIONS>, factory: Factory): Promise<ListResult> {
  const query = await filterQuery(input, factory.client)
  const { globals, screen } = factory
  const client = await factory.client()
  const doubts = { warn: screen.caution, onUnclear: screen.caution }
  return {
    rows: orUnknownTarget(eachItem(client, query, { limit: globals.limit, ...doubts }), client, input),
    columns: COLUMNS,
    whenEmpty: 'No feedback matches.',
  }
}
