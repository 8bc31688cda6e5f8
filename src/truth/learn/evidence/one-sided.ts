import type { WireOperation } from './evidence.js'
import type { Member, Shape } from './shape.js'

type Members = Readonly<Record<string, Member>>

/**
 * An operation that is described and was seen, with the members marked that only one of the two has. Of an answer, only what is
 * required counts as described: it leaves out what it has nothing for. Of a request, `seen` is what was taken.
 */
export function withOneSided(whole: WireOperation, described: WireOperation, seen: WireOperation): WireOperation {
  const { query, body, results } = whole
  const isTaken = seen.exchanges.some(({ status }) => status < 300)
  const marked = Object.entries(results).map(([status, member]): [string, Member | undefined] => {
    const [own, other] = [described.results[status], seen.results[status]]
    return [status, member && own && other ? markedMember(member, own, other, isOfAnswer) : member]
  })
  return {
    ...whole,
    query: isTaken ? markedMembers(query, described.query, seen.query, isOfRequest) : query,
    ...(body && described.body && seen.body
      ? { body: markedMember(body, described.body, seen.body, isOfRequest) }
      : {}),
    results: described.described.result ? Object.fromEntries(marked) : results,
  }
}

/** Whether a member that is described alone is marked. */
type IsMarked = (described: Member) => boolean
const isOfAnswer: IsMarked = ({ required }) => required
const isOfRequest: IsMarked = () => true

function markedMember(member: Member, described: Member, seen: Member, isMarked: IsMarked): Member {
  return { ...member, shape: markedShape(member.shape, described.shape, seen.shape, isMarked) }
}

function markedShape(shape: Shape, described: Shape, seen: Shape, isMarked: IsMarked): Shape {
  if (shape.kind === 'list' && described.kind === 'list' && seen.kind === 'list')
    return { ...shape, entry: markedShape(shape.entry, described.entry, seen.entry, isMarked) }
  if (shape.kind !== 'object' || described.kind !== 'object' || seen.kind !== 'object') return shape
  return { ...shape, members: markedMembers(shape.members, described.members, seen.members, isMarked) }
}

function markedMembers(all: Members, described: Members, seen: Members, isMarked: IsMarked): Members {
  const members = Object.entries(all).map(([name, member]): [string, Member] => {
    const [own, other] = [memberOf(described, name), memberOf(seen, name)]
    if (own && other) return [name, markedMember(member, own, other, isMarked)]
    if (other) return [name, { ...member, only: 'seen' }]
    return [name, own && isMarked(own) ? { ...member, only: 'described' } : member]
  })
  return Object.fromEntries(members)
}

function memberOf(members: Members, name: string): Member | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}
