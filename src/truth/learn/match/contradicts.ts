import { timeTypeOf } from '../../../contract/facts/scalars.js'
import type { ScalarShape } from '../evidence/shape.js'
import { meaningOf } from './meanings.js'

/** What a text plainly is, whatever it stands under. */
type Form = 'address' | 'email' | 'number' | 'time'

function plainForm(text: string): Form | undefined {
  if (/^([a-z]+:)?\/\/|^\/[\w{]/i.test(text)) return 'address'
  if (/^[^\s@]+@[^\s@]+\.\w+$/.test(text)) return 'email'
  if (/^-?\d+(\.\d+)?$/.test(text)) return 'number'
  return timeTypeOf(text) === undefined ? undefined : 'time'
}

/** The forms that a member may have besides words of any kind. */
const FORMS: Readonly<Record<string, readonly Form[]>> = {
  id: ['number'],
  email: ['email'],
  statusUrl: ['address'],
  language: [],
}

/** Whether texts that were seen cannot be what one of our members means: an address is no word of an enum. */
export function contradicts(ours: readonly string[], own: ScalarShape, { seen, examples = [] }: ScalarShape): boolean {
  const allowed = own.words
    ? []
    : own.format === 'date-time'
      ? (['time', 'number'] as const)
      : FORMS[meaningOf(ours).is]
  if (!allowed) return false
  const forms = [...seen, ...examples].flatMap((each) => (typeof each === 'string' ? (plainForm(each) ?? []) : []))
  return forms.some((form) => !(allowed as readonly Form[]).includes(form))
}
