import { formatTime } from '../../src/contract/times.js'
import type { Handler } from '../core/decision.js'
import { inviteName, requireInvite } from './find-rows.js'

/** Status and counts of a distribution (INV-12). */
export const getInvite: Handler<'getInvite'> = ({ params }, { state }) => {
  const { id, sourceId, status, counts, createdAt, completedAt } = requireInvite(state, params.id)
  return {
    answer: {
      invite_id: inviteName(id),
      survey_id: String(sourceId),
      status,
      counts,
      created_at: formatTime(createdAt),
      completed_at: completedAt === null ? null : formatTime(completedAt),
    },
  }
}
