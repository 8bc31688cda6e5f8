import { command, type Input } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { wrongUsage } from '../../cli/failure.js'
import { TRACKINGS, type Tracking } from '../../contract/records.js'
import type { Column, ListResult, Result, Row } from '../../output/outcome.js'
import { result } from '../../output/outcome.js'
import { isIdentifier, requireGroup } from '../find-target.js'
import { eachGroup, type GroupWithSources } from '../listing.js'
import { recordCommand } from './control-commands.js'
import { ORGANIZATION_OPTION } from './organization.js'
import { openOrganizationClient } from './organization-client.js'

const COLUMNS: readonly Column[] = [
  { key: 'feedback_group_id', title: 'ID', numeric: true },
  { key: 'name', title: 'NAME', flexible: true },
  { key: 'tracking', title: 'TRACKING' },
]
type Asked = Input<typeof ORGANIZATION_OPTION>

export const LIST = command({
  examples: [['emulator tracking list'], ['emulator tracking list --jq ".[].tracking"']],
  options: ORGANIZATION_OPTION,
  async run({ org }: Asked, factory): Promise<ListResult> {
    const client = await openOrganizationClient(factory, org)
    return {
      rows: eachTracking(eachGroup(client, {}, factory.globals.limit)),
      columns: COLUMNS,
      whenEmpty: 'No groups.',
    }
  },
})

export const SHOW = command({
  examples: [['emulator tracking show Support'], ['emulator tracking show 3 --jq .tracking']],
  arguments: [{ name: 'GROUP', purpose: 'the feedback group (identifier or name)', required: true }],
  options: ORGANIZATION_OPTION,
  async run({ args, org }: Asked, factory): Promise<Result> {
    const group = await requireGroup(await openOrganizationClient(factory, org), args[0]!)
    return result(trackingOf(group), trackingView)
  },
})

export const SET = recordCommand('updateGroup', {
  examples: [['emulator tracking set 3 weekly'], ['emulator tracking set "Support" none']],
  arguments: [
    { name: 'GROUP', purpose: 'the feedback group (identifier or name)', required: true },
    { name: 'TRACKING', purpose: TRACKINGS.join(', '), required: true, choices: TRACKINGS },
  ],
  input: async ({ args, org }, factory) => ({
    params: { id: await groupId(args[0]!, org, factory) },
    body: { tracking: requireTracking(args[1]!) },
  }),
  view: trackingView,
})

interface GroupTracking {
  feedback_group_id: string
  name: string
  tracking: Tracking
}

function trackingView({ feedback_group_id: id, name, tracking }: GroupTracking): string[] {
  return [`Group ${id} (${name}) tracks: ${tracking}`]
}

function trackingOf({ survey_series_id: id, name, tracking }: GroupWithSources): GroupTracking & Row {
  return { feedback_group_id: id, name, tracking }
}

async function* eachTracking(groups: AsyncIterable<GroupWithSources>): AsyncGenerator<Row> {
  for await (const group of groups) yield trackingOf(group)
}

async function groupId(reference: string, org: string | undefined, factory: Factory): Promise<string> {
  if (isIdentifier(reference)) return reference
  return (await requireGroup(await openOrganizationClient(factory, org), reference)).survey_series_id
}

function requireTracking(word: string): Tracking {
  if ((TRACKINGS as readonly string[]).includes(word)) return word as Tracking
  throw wrongUsage(`there is no tracking ${word}`, `Choose one of ${TRACKINGS.join(', ')}.`)
}
