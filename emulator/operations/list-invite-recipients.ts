import { formatTime } from '../../src/contract/times.js'
import type { Handler } from '../core/decision.js'
import { recipientsOf, requireInvite } from './find-rows.js'
import { cursorAfter, requireCursor, requireLimit } from './paging.js'

const KIND = 'recipients'

/** What became of each recipient, in pages (INV-13). */
export const listInviteRecipients: Handler<'listInviteRecipients'> = ({ params, query }, { state, values }) => {
  const limit = requireLimit(query.limit, values['paging-clamp'])
  const after = requireCursor(KIND, query.cursor)
  const left = recipientsOf(state, requireInvite(state, params.id).id).filter(({ id }) => id > after)
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
      pagination: { limit, next_cursor: hasMore ? cursorAfter(KIND, page.at(-1)!.id) : null, has_more: hasMore },
    },
  }
}
