import { isDeepStrictEqual } from 'node:util'
import { answersTwoWays, type Operation } from '../../contract/operation.js'
import { rowOf } from '../../contract/operations/index.js'
import { memberSchemas, type TSchema } from '../../contract/schema.js'
import type { WireOperation } from './evidence/evidence.js'
import { withMaps } from './evidence/maps.js'
import { placeBelow } from './match/common-place.js'
import { type MemberFinding, matchSlot, type SlotFindings, type SlotPair } from './match/structure.js'

/**
 * What was found of an operation that answers two ways, each with a status of its own, with the members that the two have at different
 * places. Each answer is matched alone: what is one of two candidates in both together is the only one in each.
 */
export function withOtherAnswer(findings: SlotFindings, pair: SlotPair, { results }: WireOperation): SlotFindings {
  const row: Operation = rowOf(pair.operation)
  if (pair.slot !== 'result' || !answersTwoWays(row)) return findings
  const known = Object.values(results).flatMap((each) => (each ? [withMaps(each.shape)] : []))
  if (known.length !== 2) return findings
  const matched = known.map((theirs) => matchSlot({ ...pair, theirs }))
  const own = ownMembers(row)
  const isOf = (names: readonly string[], others: readonly string[]) => {
    const has = (each: SlotFindings, some: readonly string[]) => some.some((name) => foundAt(each, name) !== undefined)
    return matched.filter((each) => has(each, names) && !has(each, others))
  }
  const [first, ...ofFirst] = isOf(own.first, own.other)
  const [other, ...ofOther] = isOf(own.other, own.first)
  if (!first || !other || ofFirst.length + ofOther.length > 0) return findings
  const moved = own.both.flatMap((name) => movedMembers(name, first, other, findings.at))
  const isMoved = ({ path }: MemberFinding) => moved.some(([{ path: whole }]) => isWithin(path, whole))
  return { ...findings, members: [...findings.members.filter((each) => !isMoved(each)), ...moved.flat()] }
}

const isWithin = (path: string, whole: string) => path === whole || path.startsWith(`${whole}[]`)

/** A member that the two answers have at different places, in one form, and what is in it; nothing if it isn't so. */
function movedMembers(
  name: string,
  first: SlotFindings,
  other: SlotFindings,
  at: string,
): [MemberFinding, ...MemberFinding[]][] {
  const [one, another] = [foundAt(first, name), foundAt(other, name)]
  if (!one?.wirePath || !another?.wirePath || one.wirePath === another.wirePath) return []
  if (!isDeepStrictEqual(one.form, another.form)) return []
  const [place, otherwise] = [one, another].map(({ wirePath }) => (at === '' ? wirePath! : placeBelow(wirePath!, at)))
  const inside = first.members.filter(({ path }) => path !== name && isWithin(path, name))
  return [[{ ...one, place: place!, form: { ...one.form, otherwise } }, ...inside]]
}

function foundAt({ members }: SlotFindings, name: string): MemberFinding | undefined {
  return members.find(({ path, state }) => path === name && state === 'seen')
}

/** The members of both answers of ours, and of each alone. */
function ownMembers({ result, otherwise }: Operation) {
  const { anyOf = [] } = result as { anyOf?: TSchema[] }
  const [others, firsts] = [true, false].map((isOther) =>
    anyOf.flatMap((each) => {
      const names = Object.keys(memberSchemas(each) ?? {})
      return names.includes(otherwise!.member) === isOther ? names : []
    }),
  )
  return {
    first: firsts!.filter((name) => !others!.includes(name)),
    other: others!.filter((name) => !firsts!.includes(name)),
    both: firsts!.filter((name) => others!.includes(name)),
  }
}
