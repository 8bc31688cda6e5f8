import { type CommandInput, command, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { whatIsThere } from '../../client/gaps.js'
import { answered, type Result } from '../../output/outcome.js'
import { inviteView } from './invite-view.js'

/** What a distribution is asked for. */
const COUNTS = ['total', 'sent', 'delivered', 'bounced', 'complained'].map((name) => `counts.${name}`)

export const COMMAND = command({
  examples: [['invites show inv_1']],
  arguments: [{ name: 'INVITE', purpose: 'an invite_id, as `invites send` prints it', required: true }],
  options: {},
  run: showInvite,
})

async function showInvite({ args }: CommandInput<NoOptions>, factory: Factory): Promise<Result> {
  const client = await factory.client()
  const answer = await client.call('getInvite', { params: { id: args[0]! }, signal: factory.signal })
  const isOver = whatIsThere(answer.payload).status === 'completed'
  return answered(answer, inviteView, COUNTS, isOver ? ['completed_at'] : [])
}
