import { isObject } from '../../base/is-object.js'
import type { WireWords } from '../../contract/operation.js'
import { type OperationId, rowOf } from '../../contract/operations/index.js'
import { recommendedWord } from '../../contract/vocabulary.js'
import type { Provenance, SeenExchange } from './evidence/evidence.js'
import type { Member } from './evidence/shape.js'
import type { LearnedSlot } from './learn-slots.js'
import { assumptionAbout, assumptionAt, type Slot } from './match/slots.js'
import { type MemberFinding, ownName, type SlotFindings } from './match/structure.js'
import { openWords, type WordMap } from './match/words.js'
import { ruleThatShows } from './shown-by.js'

/** What evidence says about one assumption, or about one claim of the interface. */
export interface Finding {
  /** The assumption; of a claim of the interface: `interface`. */
  id: string
  state: 'confirmed' | 'contradicted' | 'ambiguous'
  /** Members of the fact, where the assumption is contradicted. */
  fact?: Record<string, unknown>
  /** What may be meant, and what would settle it. */
  candidates?: readonly string[]
  /** Of a member: that there is none. */
  isAbsent?: true
  /** What is not as the interface says. */
  against?: string
  /** Where in the operation. */
  path: string
  /** Of a member: its path in a fact about the assumption. */
  below?: string
  /** What showed it, where it is about no operation alone. */
  from?: readonly Provenance[]
  /** Of a member: where it was seen in requests or answers. */
  seen?: { slot: Slot; at?: string; only?: Member['only'] }
  /** Of a member of requests: what it is called where the service took it and did not do as it says. */
  ignored?: string
  /** The requests and answers that showed it, where those are not all of the operation's. */
  exchanges?: readonly SeenExchange[]
}

/** The findings about the members of a slot, by assumption. */
export function memberFindings({ found, slot, findings }: LearnedSlot): Finding[] {
  const { operation, route } = found
  const whole = assumptionAt(slot, operation, '')
  const beside = findings.members.filter((each) => isBeside(each, { slot, operation })).map(({ path }) => path)
  const moved = { at: findings.at, ...(beside.length > 0 && { beside }) }
  const at: Finding[] =
    findings.at === '' || !whole ? [] : [{ id: whole.id, state: 'contradicted', path: '', fact: moved }]
  const fixing =
    slot === 'body' && Object.keys(findings.fixed).length > 0 ? assumptionAbout(slot, operation) : undefined
  const fixed: Finding[] =
    fixing === undefined ? [] : [{ id: fixing, state: 'contradicted', path: '', fact: { fixed: findings.fixed } }]
  return [
    ...at,
    ...fixed,
    ...findings.members.flatMap((member) =>
      findingOf(slot, operation, member, { words: route.words, at: findings.at }).map((finding) => ({
        ...finding,
        seen: {
          slot,
          ...(member.wirePath === undefined ? {} : { at: member.wirePath }),
          ...(member.only && { only: member.only }),
        },
      })),
    ),
  ]
}

/** The findings about the data of an event, which has classic names (EVT-14). */
export function eventFindings(event: string, { members }: SlotFindings): Finding[] {
  return members.flatMap((member) => findingOf('event', event, member, { words: 'classic', at: '' }))
}

/** How members of a record are called, and what the whole of it is below. */
interface Standing {
  words: WireWords
  at: string
}

function findingOf(slot: Slot | 'event', operation: string, member: MemberFinding, standing: Standing): Finding[] {
  const covering = assumptionAt(slot, operation, member.path)
  if (member.state === 'missing') {
    if (!covering) return []
    if (member.isUnneeded) {
      const required = covering.below === '' ? false : { [covering.below]: false }
      return [{ id: covering.id, state: 'contradicted', path: member.path, fact: { required } }]
    }
    if (!member.isAbsent) {
      const { candidates = [] } = member
      return candidates.length === 0 ? [] : [{ id: covering.id, state: 'ambiguous', path: member.path, candidates }]
    }
    const { id, below } = covering
    return [{ id, state: 'contradicted', path: member.path, fact: naming(below, null), isAbsent: true }]
  }
  if (member.state === 'unclear') {
    return covering
      ? [{ id: covering.id, state: 'ambiguous', path: member.path, candidates: member.candidates ?? [] }]
      : []
  }
  const fact = factOf(member, covering?.below ?? '', standing)
  if (!covering) {
    return fact && isRenamed(member)
      ? [
          {
            id: 'interface',
            state: 'contradicted',
            path: member.path,
            against: `${ruleThatShows(operation as OperationId, member.path)}: ${operation}: ${member.path} is at ${member.place}`,
          },
        ]
      : []
  }
  const { id } = covering
  if (fact && isOfOtherWords(operation as OperationId, member, standing)) {
    return [{ id, state: 'ambiguous', path: member.path, candidates: [member.place!] }]
  }
  const open = member.values ? openWords(member.values, member.form?.words as WordMap | undefined) : []
  const unknown: Finding[] = open.length > 0 ? [{ id, state: 'ambiguous', path: member.path, candidates: open }] : []
  if (!fact && open.length > 0) return unknown
  return [
    { id, state: fact ? 'contradicted' : 'confirmed', path: member.path, below: covering.below, ...(fact && { fact }) },
    ...unknown,
  ]
}

/**
 * Whether a member that the two vocabularies call otherwise was seen in recommended words alone, elsewhere than there, while the client asks in
 * classic ones: either the vocabulary of the service has another word, or the member another name.
 */
function isOfOtherWords(id: OperationId, { path, place }: MemberFinding, { words }: Standing): boolean {
  if (words === 'classic') return false
  const record = path.split('[].').at(-1)!.split('.')
  const isAskedClassic = rowOf(id).routes.some((route) => route.words === 'classic')
  const isMoved = record.map((name) => ownName(name, words)).join('.') !== place
  return isAskedClassic && isMoved && recommendedWord(record.at(-1)!) !== record.at(-1)
}

/** Whether a member that the interface shows stands where it shows it, though the others are below another object. */
function isBeside({ state, path, place }: MemberFinding, { slot, operation }: { slot: Slot; operation: string }) {
  return state === 'seen' && place === `/${path}` && assumptionAt(slot, operation, path) === undefined
}

function isRenamed({ path, place }: MemberFinding): boolean {
  const name = path.split('.').at(-1)!
  return ![name, recommendedWord(name)].includes(place!.replace('/', '').split('.').at(-1)!)
}

/** The members of a fact that say where a member is and what form its value has; undefined if that is as we have it. */
function factOf(
  { path, place, form, within }: MemberFinding,
  below: string,
  standing: Standing,
): Record<string, unknown> | undefined {
  const record = path.split('[].').at(-1)!.split('.')
  const names = record.map((name) => ownName(name, standing.words))
  const around = (within === undefined ? names.slice(0, -1) : [within, ...names.slice(1, -1)]).join('.')
  const isOwn = place === [...(around === '' ? [] : [around]), names.at(-1)].join('.')
  const at = path.includes('[]') ? '' : standing.at
  const parts = [
    ...(isOwn ? [] : [naming(below, relativePlace(place!, around, at))]),
    ...Object.entries(form ?? {}).map(([part, value]) => ({
      [below === '' && part !== 'limits' ? part : BELOW[part]!]:
        below === '' && part !== 'limits' ? value : { [below]: value },
    })),
  ]
  return parts.length === 0 ? undefined : parts.reduce(joinFacts)
}

/** What a part of a fact is called for members below its node. */
const BELOW: Readonly<Record<string, string>> = {
  otherwise: 'otherwise',
  type: 'types',
  words: 'words',
  flags: 'flags',
  list: 'lists',
  required: 'required',
  sent: 'sent',
  limits: 'limits',
}

/** Where a member is, from where the object around it stands; from the record (`/`), which is below `at`, where it is elsewhere. */
function relativePlace(place: string, around: string, at: string): string {
  if (place.startsWith('/') || around === '') return place
  return place.startsWith(`${around}.`) ? place.slice(around.length + 1) : `/${at === '' ? '' : `${at}.`}${place}`
}

function naming(below: string, place: string | null): Record<string, unknown> {
  return below === '' ? { name: place } : { names: { [below]: place } }
}

/** Two facts about one assumption as one. */
export function joinFacts(a: Record<string, unknown>, b: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = { ...a }
  for (const [name, value] of Object.entries(b)) {
    const known = result[name]
    result[name] = isObject(known) && isObject(value) ? { ...known, ...value } : value
  }
  return result
}
