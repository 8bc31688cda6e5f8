import { isDeepStrictEqual } from 'node:util'
import type { Fact, Facts } from '../../src/contract/facts/facts.js'
import { isAboutMembers, placeOf } from '../../src/contract/facts/member-facts.js'
import { slotKey } from '../../src/contract/facts/slots.js'
import { judge } from './judge.js'

/**
 * What was learned, with the truth wherever something was missed: of a whole query, body or result at once, since a member
 * may be said at several places. What the judge need not see learned is true, too: a listing's own figures beside its pages, and
 * further addresses of an operation. What the truth adds may say more of a member that was right, such as how every time is
 * written, so this is done until nothing is missed.
 */
export function completed(truth: Facts, learned: Facts): Facts {
  const more = withMissed(truth, learned)
  return isDeepStrictEqual(more, learned) ? more : completed(truth, more)
}

function withMissed(truth: Facts, learned: Facts): Facts {
  const missed = new Set(
    judge(truth, learned).flatMap(({ id, verdict }) => (verdict === 'missed' ? [scopeOf(id)] : [])),
  )
  for (const id of Object.keys({ ...truth, ...learned })) {
    if (isDeepStrictEqual(said(truth[id]), said(learned[id]))) continue
    const [kind, operation] = id.split(':')
    if (kind === 'route') missed.add(id)
    if (kind === 'paging') for (const scope of [id, `${operation} query`, `${operation} result`]) missed.add(scope)
  }
  const isMissed = ([id]: [string, Fact]) => missed.has(scopeOf(id))
  return Object.fromEntries([
    ...Object.entries(learned).filter((entry) => !isMissed(entry)),
    ...Object.entries(truth).filter(isMissed),
  ])
}

function scopeOf(id: string): string {
  const { of } = isAboutMembers(id) ? placeOf(id) : {}
  return of ? slotKey(of.operation, of.slot) : id
}

function said(fact: Fact | undefined): unknown {
  const { evidence: _, ...rest } = fact ?? {}
  return rest
}
