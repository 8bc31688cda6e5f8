import type { There } from '../../client/gaps.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { detailLines } from '../../output/details.js'
import { moment, orDash } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'

type Invite = ResultOf<'getInvite'>
type Template = ResultOf<'getInviteTemplate'>

/** The counts of a distribution in one line. */
export function countsText({ total, sent, delivered, bounced, complained }: There<Invite['counts']>): string {
  const outcomes = { delivered, bounced, complained }
  const known = Object.entries(outcomes).map(([name, number]) => `${orDash(number)} ${name}`)
  return [`${orDash(sent)} of ${orDash(total)} sent`, ...known].join(', ')
}

/** A distribution as lines. */
export function inviteView(invite: There<Invite>, style: Style): string[] {
  return detailLines(
    [
      ['invite', orDash(invite.invite_id)],
      ['source', orDash(invite.survey_id)],
      ['status', orDash(invite.status)],
      ['emails', invite.counts ? countsText(invite.counts) : '-'],
      ['created', moment(invite.created_at)],
      ['completed', moment(invite.completed_at)],
    ],
    style,
  )
}

/** Whether a source can send invites, and what is missing for it. */
export function templateView(template: There<Template>, style: Style): string[] {
  const { present, subject, sender_domain: domain = {}, quota = {} } = template
  const names = template.variables?.map(({ name, required }) => `${orDash(name)}${required ? ' (required)' : ''}`)
  const written =
    present === false
      ? 'none (add one on the dashboard; in the emulator: `inpk emulator templates set`)'
      : orDash(subject ?? (present ? 'yes' : ''))
  return detailLines(
    [
      ['source', orDash(template.survey_id)],
      ['template', present && subject !== undefined ? (subject ?? '') : written],
      ['variables', names ? names.join(', ') || 'none' : '-'],
      ['domain', [domain.domain, orDash(domain.status)].filter(Boolean).join(', ')],
      ['quota', quotaText(quota)],
    ],
    style,
  )
}

/** Of limit, used and remaining any two make the third. */
function quotaText({ used, remaining, limit, period_end: end }: There<Template['quota']>): string {
  const isLimited = remaining != null || limit != null || (remaining === undefined && limit === undefined)
  const left = remaining ?? (limit != null && used !== undefined ? limit - used : undefined)
  const most = limit ?? (remaining != null && used !== undefined ? used + remaining : undefined)
  const until = end ? `, until ${moment(end)}` : ''
  return `${orDash(used)} used, ${isLimited ? `${orDash(left)} of ${orDash(most)} left` : 'no limit'}${until}`
}
