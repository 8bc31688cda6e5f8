import { type CommandInput, command, type NoOptions } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { findMember } from '../../client/checked-payload.js'
import { eachRow } from '../../client/each-row.js'
import { fetchPage } from '../../client/fetch-page.js'
import { largestPage } from '../../contract/facts/limits-in-force.js'
import type { ListResult, Row } from '../../output/outcome.js'
import { moment } from '../../output/show.js'

export const COMMAND = command({
  examples: [['invites recipients inv_1'], ['invites recipients inv_1 --output csv > outcome.csv']],
  arguments: [{ name: 'INVITE', purpose: 'an invite_id, as `invites send` prints it', required: true }],
  options: {},
  run: listRecipients,
})

const COLUMNS = [
  { key: 'email', title: 'EMAIL', flexible: true, required: true },
  { key: 'external_id', title: 'EXTERNAL ID' },
  { key: 'delivery_status', title: 'STATUS', required: true, nullable: true, show: statusText },
  { key: 'updated_at', title: 'UPDATED', show: moment },
  { key: 'reason', title: 'REASON', flexible: true },
] as const

async function listRecipients({ args }: CommandInput<NoOptions>, factory: Factory): Promise<ListResult> {
  return { rows: eachRecipient(args[0]!, factory), columns: COLUMNS, whenEmpty: 'No recipients.' }
}

async function* eachRecipient(id: string, factory: Factory): AsyncGenerator<Row> {
  const client = await factory.client()
  const size = largestPage(await client.contract())
  yield* eachRow<Row>({
    key: 'email',
    limit: () => size,
    ask: (cursor) =>
      fetchPage(
        client,
        'listInviteRecipients',
        { params: { id }, limit: size, cursor, signal: factory.signal },
        ({ payload }) => ({ rows: payload.recipients, payload }),
      ),
    warn: factory.screen.warn,
    onUnclear: factory.screen.caution,
  })
}

/** A service that keeps what was sent apart from how it was delivered says there that nothing was. */
function statusText(status: unknown, row: Row): string {
  const sent = findMember(row, 'status')
  return typeof status === 'string' ? status : typeof sent === 'string' ? sent : '-'
}
