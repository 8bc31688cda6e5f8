import { optional } from '../../client/checked-payload.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { detailLines } from '../../output/details.js'
import { count, moment } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'

type Invite = ResultOf<'getInvite'>
type Template = ResultOf<'getInviteTemplate'>

/** The counts of a distribution in one line. */
export function countsText({ total, sent, delivered, bounced, complained }: Invite['counts']): string {
  return `${sent} of ${count(total, 'mail')} sent, ${delivered} delivered, ${bounced} bounced, ${complained} complained`
}

/** A distribution as lines. */
export function inviteView(invite: Invite, style: Style): string[] {
  const shown = optional(invite)
  return detailLines(
    [
      ['invite', shown.invite_id ?? ''],
      ['source', shown.survey_id ?? ''],
      ['status', invite.status],
      ['mails', shown.counts ? countsText(shown.counts) : '-'],
      ['created', moment(shown.created_at)],
      ['completed', moment(shown.completed_at)],
    ],
    style,
  )
}

/** Whether a source can send invites, and what is missing for it. */
export function templateView(template: Template, style: Style): string[] {
  const { present, subject, variables, sender_domain: domain, quota } = template
  const names = variables.map(({ name, required }) => (required ? `${name} (required)` : name))
  const left = quota.remaining === null ? 'no limit' : `${quota.remaining} of ${quota.limit} left`
  return detailLines(
    [
      ['source', optional(template).survey_id ?? ''],
      ['template', present ? (subject ?? '') : 'none: it is written on the dashboard'],
      ['variables', names.join(', ') || 'none'],
      ['domain', domain.domain === null ? domain.status : `${domain.domain}, ${domain.status}`],
      ['quota', `${quota.used} used, ${left}${quota.period_end === null ? '' : `, until ${moment(quota.period_end)}`}`],
    ],
    style,
  )
}
