import { timeTypeOf } from '../../../contract/facts/scalars.js'
import { isMoment } from '../../../contract/times.js'
import type { ScalarShape, Shape } from '../evidence/shape.js'
import { plainName } from './lexicon.js'
import { meaningOf } from './meanings.js'
import { COUNTED } from './name-variants.js'

/** What a text plainly is, whatever it stands under. */
type Form = 'address' | 'email' | 'markup' | 'number' | 'time'

function plainForm(text: string): Form | undefined {
  if (/^\s*<[a-z!]/i.test(text)) return 'markup'
  if (/^([a-z]+:)?\/\/|^\/[\w{]/i.test(text)) return 'address'
  if (/^[^\s@]+@[^\s@]+\.\w+$/.test(text)) return 'email'
  if (/^-?\d+(\.\d+)?$/.test(text)) return 'number'
  return timeTypeOf(text) === undefined ? undefined : 'time'
}

const forms = new WeakMap<ScalarShape, readonly (Form | undefined)[]>()

/** The forms of all values that are known of a shape, but for null. Every member of ours asks it of every one of theirs. */
function formsOf(shape: ScalarShape): readonly (Form | undefined)[] {
  const known = forms.get(shape)
  if (known) return known
  const values = [...shape.seen, ...(shape.examples ?? [])].filter((each) => each !== null)
  const made = values.map((each) => (typeof each === 'string' ? plainForm(each) : undefined))
  forms.set(shape, made)
  return made
}

/** The forms that a member may have besides words of any kind. */
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  id: ['number'],
  email: ['email'],
  statusUrl: ['address'],
  html: ['markup'],
  language: [],
}

/** What is known by its form alone, whatever it is called. */
const KNOWN_FORMS: Readonly<Record<string, Form>> = { email: 'email', html: 'markup' }

/** Whether all texts that are known have the form of one of our members, and nothing else of ours has it. */
export function isKnownByForm(ours: readonly string[], their: Shape): boolean {
  const form = KNOWN_FORMS[meaningOf(ours).is]
  if (form === undefined || their.kind !== 'scalar') return false
  const known = formsOf(their)
  return known.length > 0 && known.every((each) => each === form)
}

/** Whether entries of theirs are listed by addresses of mails, and each entry of ours has one. */
export function isListedByMail(own: Shape, their: Shape): boolean {
  if (own.kind !== 'list' || own.entry.kind !== 'object' || their.kind !== 'map' || !their.keys) return false
  const hasMail = Object.entries(own.entry.members).some(([name, { required }]) => {
    return required && meaningOf([name]).is === 'email'
  })
  return hasMail && their.keys.length > 0 && their.keys.every((key) => plainForm(key) === 'email')
}

/** Whether texts that were seen cannot be what one of our members means: an address is no word of an enum, and what is always markup no plain text. */
export function contradicts(ours: readonly string[], own: ScalarShape, their: ScalarShape): boolean {
  if (meaningOf(ours).is !== 'html' && isKnownByForm(['html'], their)) return true
  if (COUNTED.includes(meaningOf(ours).is) && areMoments(their)) return true
  const allowed = own.words
    ? []
    : own.format === 'date-time'
      ? (['time', 'number'] as const)
      : FORMS[meaningOf(ours).is]
  if (!allowed) return false
  return formsOf(their).some((form) => form !== undefined && !(allowed as readonly Form[]).includes(form))
}

/** Whether all values that are known are numbers as only times are: nobody is sent so many mails. */
function areMoments({ seen, examples = [] }: ScalarShape): boolean {
  const values = [...seen, ...examples].filter((each) => each !== null)
  return values.length > 0 && values.every((each) => typeof each === 'number' && each >= LEAST_TIME && isMoment(each))
}

/** Seconds of 2001. */
const LEAST_TIME = 1e9

/** How far something is, and of what: steps, rows or per cent, which no name says. */
export function isStepOfProgress(path: readonly string[]): boolean {
  const [around = '', name = ''] = path.slice(-2).map(plainName)
  return path.length > 1 && around === 'progress' && /^(total|done|processed|completed|current)$/.test(name)
}

/** Whether a flag says the contrary of ours: a question that is optional is not required. */
export function isInverted(path: readonly string[]): boolean {
  return /^((is_)?optional|skippable|can_be_skipped)$/.test(plainName(path.at(-1)!))
}
