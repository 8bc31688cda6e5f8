import { count } from '../../base/count.js'
import type { There } from '../../client/gaps.js'
import type { ResultOf } from '../../contract/operations/index.js'
import { detailLines } from '../../output/details.js'
import { orDash } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'
import { countsText } from './invite-view.js'

export type Sent = Extract<ResultOf<'sendInvites'>, { invite_id: string }>
export type Shown = Extract<ResultOf<'sendInvites'>, { previews: unknown }>
type Invite = ResultOf<'getInvite'>

/** What happened to a file of recipients, over all calls; null if the service does not say. */
export interface Sending {
  dry_run?: true
  recipients: number
  accepted: number | null
  skipped: There<Sent['skipped']> | null
  previews?: There<Shown['previews']>
  invites?: {
    invite_id: string | null
    status: Sent['status'] | null
    accepted: number | null
    counts?: There<Invite['counts']>
  }[]
}

/** A summary, the distributions or the previews. */
export function sendingView(
  { recipients, accepted, skipped, previews, invites = [] }: Sending,
  style: Style,
): string[] {
  const verb = previews ? 'would be sent' : 'accepted'
  const all = skipped ?? []
  // A service that only counts them says no reasons.
  const known = new Set(all.flatMap(({ reason }) => (reason === undefined ? [] : [reason])))
  const reasons = [...known].map(
    (reason) => `${all.filter((each) => each.reason === reason).length} ${orDash(reason).replaceAll('_', ' ')}`,
  )
  const summary: [string, string][] = [
    ['recipients', `${count(recipients, 'row')}: ${orDash(accepted)} ${verb}, ${orDash(skipped?.length)} skipped`],
    ...(reasons.length > 0 ? [['skipped', reasons.join(', ')] as [string, string]] : []),
    ...invites.map((each): [string, string] => [
      orDash(each.invite_id),
      each.counts
        ? `${orDash(each.status)}: ${countsText(each.counts)}`
        : `${each.status ?? 'accepted'}, ${count(each.accepted ?? undefined, 'email')}`,
    ]),
  ]
  const shown = (previews ?? []).flatMap(({ email, subject, text, html }) => [
    '',
    ...detailLines(
      [
        ['to', orDash(email)],
        ['subject', orDash(subject)],
      ],
      style,
    ),
    '',
    ...(text ?? html ?? '-').split('\n').map((line) => `  ${line}`.trimEnd()),
  ])
  return [...detailLines(summary, style), ...shown]
}
