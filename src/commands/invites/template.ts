import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { name } from '../../cli/options.js'
import { whatIsThere } from '../../client/gaps.js'
import { requireSourceByReference } from '../../listings/find-target.js'
import { answered, type Result } from '../../output/outcome.js'
import { templateView } from './invite-view.js'

const OPTIONS = { group: name('--group <group>', 'group of the source (id or name)', 'groups') }

export const COMMAND = command({
  examples: [['invites template 12'], ['invites template "Tickets 2026" --jq .variables']],
  arguments: [{ name: 'SOURCE', purpose: 'id or name', required: true, names: 'sources' }],
  options: OPTIONS,
  run: showTemplate,
})

async function showTemplate({ args, group }: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const client = await factory.client()
  const { source } = await requireSourceByReference(client, args[0]!, group)
  const call = { params: { id: source.survey_id }, signal: factory.signal }
  const answer = await client.call('getInviteTemplate', call)
  const { subject, quota = {} } = whatIsThere(answer.payload)
  // Either of them tells the other.
  const said = quota.limit === undefined && quota.remaining === undefined ? ['quota.limit', 'quota.remaining'] : []
  // A subject says that there is a template, and what of.
  return answered(answer, templateView, subject ? [] : ['present', 'variables[].name'], said)
}
