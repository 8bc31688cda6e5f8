import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../base/is-object.js'
import { GUESSES, type Values } from '../../contract/assumptions/values.js'
import { parsePlace, valueAt } from '../../contract/facts/wire-path.js'
import { answerOf, areAsked, listsIn } from './erase-answers.js'
import type { SeenExchange, WireOperation } from './evidence/evidence.js'
import type { Member, Shape } from './evidence/shape.js'
import type { Finding } from './findings.js'
import { namesOf, plainName } from './match/lexicon.js'
import { wordsOf } from './match/words.js'

const ID = 'behaviour:invite-answer'
const RESULT = 'result:sendInvites'

type InviteForm = Values['invite-answer']
/** The form of the entries of one list. */
type InviteEntries = Omit<InviteForm, 'form' | 'dry_run'> & { dry_run?: string }

/** What was found about the answer to an invitation: an entry for each recipient, or else totals, as `members` has them. */
export function inviteFindings(members: readonly Finding[], wire: WireOperation): Finding[] {
  const isFound = ({ id, path, state, isAbsent }: Finding) =>
    id === RESULT && (path === 'accepted' || path === 'skipped') && state !== 'ambiguous' && !isAbsent
  if (members.some(isFound)) return [...members, { id: ID, state: 'confirmed', path: '' }]
  const placeOf = (member: string) => members.find(({ id, path }) => id === RESULT && path === member)?.seen?.at
  const fact = entriesForm(wire, { invite: placeOf('invite_id'), previews: placeOf('previews') })
  if (!fact) return [...members]
  const isOther = ({ id, path }: Finding) => id !== RESULT || !/^(accepted|skipped)\b/.test(path)
  return [{ id: ID, state: 'contradicted', path: '', fact }, ...members.filter(isOther)]
}

/** The form of entries; undefined where no list of an answer has them, or it is open which. */
function entriesForm(wire: WireOperation, places: Places): Record<string, string> | undefined {
  const shape = answerOf(wire)
  const asked = wire.exchanges.filter(({ status }) => status < 300)
  const found = (shape ? listsIn(shape) : []).flatMap(({ at, entry }) => {
    const form = at.length === 0 ? undefined : formOfEntry(entry)
    return form && isOfEach(asked, at, form.email) ? [{ ...form, at: at.join('.') }] : []
  })
  const form = found.length > 1 ? formOfBoth(found, wire, places) : found[0]
  if (!form) return undefined
  const usual: Readonly<Record<string, string>> = GUESSES['invite-answer']
  const others = Object.entries(form).filter(([name, value]) => value !== usual[name])
  return { form: 'entries', ...Object.fromEntries(others) }
}

/** Where the two answers have what only one of them says. */
interface Places {
  invite: string | undefined
  previews: string | undefined
}

/** The form of entries that a preview has elsewhere; undefined where that is not what two lists are, or it is open which is whose. */
function formOfBoth(
  [one, another, third]: readonly InviteEntries[],
  { results }: WireOperation,
  { invite, previews }: Places,
): InviteEntries | undefined {
  if (!one || !another || third || invite === undefined || previews === undefined) return undefined
  if (!isDeepStrictEqual({ ...one, at: '' }, { ...another, at: '' })) return undefined
  const shapes = Object.values(results).flatMap((each) => (each ? [each.shape] : []))
  const isFirst = (list: string, other: string) => {
    const areIn = (...places: string[]) => shapes.some((shape) => places.every((place) => memberAt(shape, place)))
    const isToldByAnswers =
      areIn(list, invite) && areIn(other, previews) && !areIn(list, previews) && !areIn(other, invite)
    // Both may be described, or seen, with one status: then by what is around them, and never where an answer has both.
    const isToldByPlace = around(list) === around(invite) && around(other) === around(previews)
    const areApart = around(list) !== around(other) && !shapes.some((shape) => areBothNeeded(shape, list, other))
    return isToldByAnswers || (isToldByPlace && areApart)
  }
  if (isFirst(one.at, another.at)) return { ...one, dry_run: another.at }
  return isFirst(another.at, one.at) ? { ...another, dry_run: one.at } : undefined
}

const around = (place: string) => place.split('.').slice(0, -1).join('.')

const areBothNeeded = (shape: Shape, ...places: string[]) => places.every((place) => memberAt(shape, place)?.required)

/** The member at a place; it is required if all around it is. */
function memberAt(shape: Shape, place: string): Pick<Member, 'shape' | 'required'> | undefined {
  return place.split('.').reduce<Pick<Member, 'shape' | 'required'> | undefined>(
    (at, step) => {
      const member =
        at?.shape.kind === 'object' && Object.hasOwn(at.shape.members, step) ? at.shape.members[step] : undefined
      return member && { shape: member.shape, required: member.required && at!.required }
    },
    { shape, required: true },
  )
}

/** Words for a recipient who is sent an invite; those for the others are names of what was skipped. */
const ACCEPTED = ['accepted', 'queued', 'invited', 'scheduled', 'sent', 'ok', 'success']

/** Names of what became of a recipient. */
const STATUSES = ['status', 'outcome', 'result', 'state', 'decision']

const isCalled = (property: string, name: string) => namesOf(property).includes(plainName(name))

/** Which member of an entry is which; undefined if that is open, or its words are not these two alone. */
function formOfEntry(entry: Readonly<Record<string, Member>>): Omit<InviteEntries, 'at'> | undefined {
  const names = Object.keys(entry)
  const emails = names.filter((name) => isCalled('email', name))
  const statuses = names.filter((name) => STATUSES.includes(plainName(name)))
  const reasons = names.filter((name) => isCalled('reason', name))
  const [email, status, reason] = [emails[0], statuses[0], reasons[0]]
  if (email === undefined || status === undefined) return undefined
  if (Math.max(emails.length, statuses.length, reasons.length) > 1) return undefined
  const { shape } = entry[status]!
  const words = shape.kind === 'scalar' && shape.types.join() === 'string' ? wordsOf(shape) : []
  const accepted = words.filter((word) => ACCEPTED.includes(plainName(word)))
  const skipped = words.filter((word) => isCalled('skipped', word))
  if (words.length !== 2 || accepted.length !== 1 || skipped.length !== 1) return undefined
  return { email, status, reason: reason ?? 'none', accepted: accepted[0]!, skipped: skipped[0]! }
}

/** Whether all entries that were seen are about the recipients that were asked for, one for each of them. */
function isOfEach(asked: readonly SeenExchange[], at: readonly string[], email: string): boolean {
  const { steps } = parsePlace(at.join('.'))!
  const isWhole = ({ requestBody, responseBody }: SeenExchange) => {
    const data = isObject(responseBody) ? responseBody.data : undefined
    const list = valueAt(responseBody, steps) ?? valueAt(data, steps)
    return !Array.isArray(list) || lengthsIn(requestBody).includes(list.length)
  }
  return areAsked(asked, at, email) && asked.every(isWhole)
}

/** How long the lists of a request are. */
function lengthsIn(body: unknown): number[] {
  const lists = Array.isArray(body) ? [body] : isObject(body) ? Object.values(body).filter(Array.isArray) : []
  return lists.map(({ length }) => length)
}
