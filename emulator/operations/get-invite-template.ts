import type { Handler } from '../core/decision.js'
import { quotaOnWire } from '../rules/invites/quota.js'
import { requireSource } from './find-rows.js'

/** Whether a source can send invites: template, sending domain, quota (INV-1 to INV-4). */
export const getInviteTemplate: Handler<'getInviteTemplate'> = ({ params }, { state, words, now }) => {
  const source = requireSource(state, params.id ?? '', undefined, words)
  const template = state.templates[source.id]
  return {
    answer: {
      survey_id: String(source.id),
      present: template !== undefined,
      subject: template?.subject ?? null,
      variables: template?.variables ?? [],
      sender_domain: state.senderDomain,
      quota: quotaOnWire(state.inviteUsage, state.organization.inviteQuota, now),
    },
  }
}
