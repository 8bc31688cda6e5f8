import { type CommandInput, command, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { asSent, findMember } from '../../client/checked-payload.js'
import type { There } from '../../client/gaps.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { answered, type Result } from '../../output/outcome.js'
import { orDash } from '../../output/show.js'
import { requireMade } from '../require-made.js'

export const COMMAND = command({
  examples: [['groups create "Support"'], ['groups create "Support" --jq .survey_series_id', 'its id, for a script']],
  arguments: [{ name: 'NAME', purpose: 'name of the group, 2 to 255 characters', required: true }],
  options: {},
  run: createGroup,
})

async function createGroup({ args }: CommandInput<NoOptions>, factory: Factory): Promise<Result> {
  const client = await factory.client()
  const answer = await client.call('createGroup', { body: { name: args[0]! } })
  await requireMade(client, 'createGroup', answer.payload, 'survey_series_id')
  const result = answered(answer, (group) => createdView({ name: args[0], ...group }))
  const beside = saidBeside(answer.payload, ['created', 'survey_series_id'])
  return { ...result, data: { ...beside, ...asSent(answer.worded as object) } }
}

/** What a response says of these beside its body, by its status or `Location`: a script asks for it there as well. */
function saidBeside(payload: object, names: readonly string[]): Record<string, unknown> {
  const said = names.map((name) => [name, findMember(payload, name)] as const)
  return Object.fromEntries(
    said.filter(([name, value]) => value !== undefined && !Object.hasOwn(asSent(payload), name)),
  )
}

function createdView(group: There<ResultOf<'createGroup'>>): string[] {
  const { created, survey_series_id, name } = group
  if (survey_series_id === undefined || survey_series_id === null) {
    const done = created ? 'Created group' : 'There is a group'
    return [`${done} "${orDash(name)}"; this service does not say its id: see \`inpk groups list\`.`]
  }
  const known = `${survey_series_id} (${orDash(name)})`
  if (created) return [`Created group ${known}.`]
  if (created === false) return [`Group ${known} already exists.`]
  return [`Group ${known} is there; this service does not say whether it already existed.`]
}
