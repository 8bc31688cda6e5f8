import type { Choices } from './choices.js'
import { COUNT, chosen, listOf, type Member, record, type Shape, TEXT } from './shape.js'
import type { Invite, Recipient } from './state.js'

const words = (c: Choices) => c['recipient.words'].split(' ')

/** A recipient and what became of the invite. */
export function recipientShape(c: Choices): Shape<Recipient> {
  return record<Recipient>(c, 'RecipientOutcome', [
    { name: chosen(c, 'recipient.email'), schema: TEXT, of: ({ email }) => email },
    {
      name: chosen(c, 'recipient.status'),
      schema: { type: 'string', enum: words(c) },
      of: ({ skipped }) => words(c)[skipped ? 1 : 0],
    },
    { name: 'variables', schema: { type: 'object', additionalProperties: true }, of: ({ variables }) => variables },
  ])
}

/** How many were sent and skipped: flat, under a noun, or as a list. */
export function countsMembers(c: Choices): Member<Invite>[] {
  const skipped = ({ recipients }: Invite) => recipients.filter((each) => each.skipped).length
  const figures: [string, (invite: Invite) => number][] = [
    ['total', ({ recipients }) => recipients.length],
    [chosen(c, 'invite.sent')!, (invite) => invite.recipients.length - skipped(invite)],
    ['skipped', skipped],
  ]
  const flat = figures.map(([name, of]): Member<Invite> => ({ name, schema: COUNT, of }))
  if (c['invite.counts'] === 'flat') return flat
  if (c['invite.counts'] === 'list') {
    const entry = record<{ outcome: string; count: number }>(c, 'InviteCount', [
      { name: 'outcome', schema: TEXT, of: ({ outcome }) => outcome },
      { name: 'count', schema: COUNT, of: ({ count }) => count },
    ])
    return [
      listOf('counts', entry, (invite: Invite) => figures.map(([outcome, of]) => ({ outcome, count: of(invite) }))),
    ]
  }
  const counts = record<Invite>(c, 'InviteCounts', flat)
  return [{ name: c['invite.counts'].slice('under '.length), schema: counts.schema, of: counts.write }]
}
