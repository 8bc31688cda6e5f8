import { formatTime } from '../../src/contract/times.js'
import type { Handler } from '../core/decision.js'
import { recipientsOf, requireInvite } from './find-rows.js'
import { countsAll, cursorOf, requirePage } from './paging.js'

const KIND = 'recipients'

/** What happened to each recipient, in pages (INV-13). */
export const listInviteRecipients: Handler<'listInviteRecipients'> = ({ params, query }, { state, contract }) => {
  const all = recipientsOf(state, requireInvite(state, params.id).id)
  const rowId = (told: string) => all.find(({ id, email }) => String(id) === told || email === told)?.id
  const asked = requirePage(KIND, query, { contract, id: 'listInviteRecipients', rowId })
  const { limit, afterId, skip } = asked
  const left = all.filter(({ id }) => id > afterId).slice(skip)
  const page = left.slice(0, limit)
  const hasMore = left.length > limit
  return {
    answer: {
      recipients: page.map(({ email, externalId, status, updatedAt, reason }) => ({
        email,
        external_id: externalId,
        delivery_status: status,
        updated_at: formatTime(updatedAt),
        reason,
      })),
      pagination: {
        limit,
        next_cursor: hasMore ? cursorOf(asked, page.length, page.at(-1)!.id) : null,
        has_more: hasMore,
        ...(countsAll(contract, 'listInviteRecipients') ? { total: all.length } : {}),
      },
    },
  }
}
