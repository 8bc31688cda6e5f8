import type { ResultOf } from '../../contract/operations/index.js'
import { detailLines } from '../../output/details.js'
import { count } from '../../output/show.js'
import type { Style } from '../../terminal/style.js'
import { countsText } from './invite-view.js'

type Sent = Extract<ResultOf<'sendInvites'>, { invite_id: string }>
type Shown = Extract<ResultOf<'sendInvites'>, { previews: unknown }>
type Invite = ResultOf<'getInvite'>

/** What became of a file of recipients, over all calls. */
export interface Sending {
  dry_run?: true
  recipients: number
  accepted: number
  skipped: Sent['skipped']
  previews?: Shown['previews']
  invites?: (Pick<Sent, 'invite_id' | 'status' | 'accepted'> & { counts?: Invite['counts'] })[]
}

/** A summary, the distributions or the previews. */
export function sendingView(
  { recipients, accepted, skipped, previews, invites = [] }: Sending,
  style: Style,
): string[] {
  const verb = previews ? 'would be sent' : 'accepted'
  const reasons = [...new Set(skipped.map(({ reason }) => reason))].map(
    (reason) => `${skipped.filter((each) => each.reason === reason).length} ${reason.replaceAll('_', ' ')}`,
  )
  const summary: [string, string][] = [
    ['recipients', `${count(recipients, 'row')}: ${accepted} ${verb}, ${skipped.length} skipped`],
    ...(reasons.length > 0 ? [['skipped', reasons.join(', ')] as [string, string]] : []),
    ...invites.map((each): [string, string] => [
      each.invite_id,
      each.counts ? `${each.status}: ${countsText(each.counts)}` : `${each.status}, ${count(each.accepted, 'mail')}`,
    ]),
  ]
  const shown = (previews ?? []).flatMap(({ email, subject, text }) => [
    '',
    ...detailLines(
      [
        ['to', email],
        ['subject', subject],
      ],
      style,
    ),
    '',
    ...text.split('\n').map((line) => `  ${line}`.trimEnd()),
  ])
  return [...detailLines(summary, style), ...shown]
}
