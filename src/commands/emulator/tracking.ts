import type { Factory } from '../../cli/factory.js'
import { wrongUsage } from '../../cli/failure.js'
import { TRACKINGS, type Tracking } from '../../contract/records.js'
import { isIdentifier, requireGroup } from '../find-target.js'
import { recordCommand } from './control-commands.js'

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
  view: ({ feedback_group_id: id, name, tracking }) => [`Group ${id} (${name}) tracks: ${tracking}`],
})

/** A name is looked up with the key in use, which knows one organisation only. */
async function groupId(reference: string, org: string | undefined, factory: Factory): Promise<string> {
  if (isIdentifier(reference)) return reference
  const client = await factory.client()
  const { org_id: own } = await client.getMe()
  if (org !== undefined && org !== String(own)) {
    throw wrongUsage(`the key in use is of organisation ${own}`, 'Name the group by its identifier.')
  }
  return (await requireGroup(client, reference)).survey_series_id
}

function requireTracking(word: string): Tracking {
  if ((TRACKINGS as readonly string[]).includes(word)) return word as Tracking
  throw wrongUsage(`there is no tracking ${word}`, `Choose one of ${TRACKINGS.join(', ')}.`)
}
