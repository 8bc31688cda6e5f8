import { isObject } from '../../base/is-object.js'
import { eraseAnswerFindings } from './erase-answers.js'
import { KINDS, SOURCE } from './erase-by-kind.js'
import { eraseForm, type Known } from './erase-forms.js'
import type { WireOperation } from './evidence/evidence.js'
import type { Shape } from './evidence/shape.js'
import type { Finding } from './findings.js'

const BODY = 'body:eraseFeedback'

/** What was found about an erase: what it takes, and what it answers. */
export function eraseFindings(
  members: readonly Finding[],
  wire: WireOperation,
  known: Pick<Known, 'at' | 'known'>,
): Finding[] {
  const told = members.map((each) => (isSourceSeenAlone(each, wire) ? unproven(each) : each))
  return eraseAnswerFindings(identifierFindings(told, wire, known), wire)
}

/**
 * Whether requests alone name the source that an erase is limited to. A service takes a member that it ignores as well, so nothing proves that
 * it spares the others, and what is erased can't be had back.
 */
function isSourceSeenAlone({ id, path, fact, seen }: Finding, { described }: WireOperation): boolean {
  return id === BODY && path === SOURCE && nameIn(fact) !== undefined && !(described.body && seen?.only !== 'seen')
}

function unproven({ fact, ...finding }: Finding): Finding {
  return { ...finding, state: 'ambiguous', candidates: [nameIn(fact)!] }
}

function nameIn(fact: Finding['fact']): string | undefined {
  const name = isObject(fact?.names) ? fact.names[SOURCE] : undefined
  return typeof name === 'string' ? name : undefined
}

/**
 * What was found about what an erase takes: its identifiers by their form where that is one of those that are known, else member by member, as
 * `members` has them. `at`: what its body is below.
 */
function identifierFindings(
  members: readonly Finding[],
  { body, described }: WireOperation,
  { at, known }: Pick<Known, 'at' | 'known'>,
): Finding[] {
  const fact = eraseForm(body?.shape, { isWhole: described.body, at, known })
  const isSettled = ({ id, path }: Finding) => id === BODY && path === SOURCE && fact?.names[SOURCE] === null
  const others = members.filter((finding) => !isIdentifier(finding) && !isSettled(finding))
  if (fact) return [{ id: BODY, state: 'contradicted', path: KINDS[0].ours, fact }, ...others]
  const own = members.filter(isIdentifier)
  // An erase that takes no identifiers is none: they are there in a form that isn't known.
  if (own.every(({ isAbsent }) => isAbsent)) return others
  const lists = at === '' ? listsAsOurs(body?.shape) : []
  const isOurs = ({ path, state }: Finding) =>
    state === 'ambiguous' && lists.some((list) => list === path || list === `${path}s`)
  const confirmed = own.filter((finding) => lists.includes(finding.path) && isOurs(finding))
  return [
    ...others,
    ...own.filter((finding) => !isOtherName(finding, own) && !isOurs(finding)),
    ...confirmed.map(({ candidates: _, ...finding }): Finding => ({ ...finding, state: 'confirmed' })),
  ]
}

const isIdentifier = ({ id, path }: Finding) =>
  id === BODY && KINDS.some(({ ours, word }) => path === ours || path === word)

/** Whether a member is found for the other name of a list, and none for the list itself: it may be that one. */
function isOtherName({ path, state, isAbsent }: Finding, identifiers: readonly Finding[]): boolean {
  const list = identifiers.find((each) => each.path === `${path}s`)
  const isFound = state === 'contradicted' && !isAbsent
  return !path.endsWith('s') && isFound && (list === undefined || list.state === 'ambiguous')
}

/** The lists of identifiers that a body has under our names: they are none of those for one identifier. */
function listsAsOurs(body: Shape | undefined): string[] {
  const members = body?.kind === 'object' ? body.members : {}
  return KINDS.flatMap(({ ours }) => (members[ours]?.shape.kind === 'list' ? [ours] : []))
}
