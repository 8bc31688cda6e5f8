import { isObject, type JsonObject } from '../../base/is-object.js'
import type { Values } from '../assumptions/values.js'
import { memberSchemas, type TSchema } from '../schema.js'
import type { Codec } from './codec.js'
import { parsePlace, putAt, setMember, valueAt, type WireStep } from './wire-path.js'
import { withPlaces } from './wire-schema.js'

/** How the answer to an invitation says what became of each recipient. */
type InviteForm = Values['invite-answer']

/** The addresses that were accepted. An answer with an entry for each recipient says this besides how many there are. */
export type InvitedRecipients = readonly string[]

/** Stands for a name where there is no such member. */
const NONE = 'none'

/** The codec of an answer that has an entry for each recipient instead of how many were accepted and a list of the others. */
export function withInviteEntries(codec: Codec, form: InviteForm): Codec {
  if (form.form !== 'entries') return codec
  const stepsTo = (place: string) => parsePlace(place)!.steps
  const first = stepsTo(form.at)
  const ofPreview = form.dry_run === NONE ? first : stepsTo(form.dry_run)
  return {
    ...codec,
    toWire(ours) {
      if (!isObject(ours)) return codec.toWire(ours)
      const { accepted: _, skipped, invited, ...rest } = ours
      const wire = codec.toWire(rest)
      if (isObject(wire)) putAt(wire, ours.dry_run === true ? ofPreview : first, entriesOf(form, invited, skipped))
      return wire
    },
    fromWire(wire, unknown) {
      const steps = valueAt(wire, first) === undefined ? ofPreview : first
      const entries = valueAt(wire, steps)
      if (!Array.isArray(entries)) return codec.fromWire(wire, unknown)
      const ours = codec.fromWire(withoutAt(wire, steps), unknown)
      return isObject(ours) ? { ...withoutOurs(ours), ...outcomesOf(form, entries) } : ours
    },
    schemaToWire: (schema) => eachAlternative(schema, (node) => schemaOf(node, { codec, form, first, ofPreview })),
    lacks(path) {
      if (path === 'skipped[].reason') return form.reason === NONE
      return path !== 'accepted' && !/^skipped\b/.test(path) && codec.lacks(path)
    },
  }
}

function withoutOurs({ accepted: _, skipped: _skipped, ...rest }: JsonObject): JsonObject {
  return rest
}

function entriesOf(form: InviteForm, invited: unknown, skipped: unknown): JsonObject[] {
  const entryOf = (email: unknown, word: string, reason: unknown): JsonObject => ({
    [form.email]: email,
    [form.status]: word,
    ...(form.reason !== NONE && { [form.reason]: reason }),
  })
  const [accepted, others] = [invited, skipped].map((each) => (Array.isArray(each) ? (each as unknown[]) : []))
  return [
    ...accepted!.map((email) => entryOf(email, form.accepted, null)),
    ...others!.filter(isObject).map(({ email, reason = null }) => entryOf(email, form.skipped, reason)),
  ]
}

/** Our members by what entries say; none if one of them says neither that its recipient was accepted nor that it was skipped. */
function outcomesOf(form: InviteForm, entries: readonly unknown[]): JsonObject {
  const isOf = (word: string) => (entry: unknown) => isObject(entry) && entry[form.status] === word
  const accepted = entries.filter(isOf(form.accepted))
  const skipped = entries.filter(isOf(form.skipped)) as JsonObject[]
  if (accepted.length + skipped.length < entries.length) return {}
  return {
    accepted: accepted.length,
    skipped: skipped.map(({ [form.email]: email, [form.reason]: reason }) => ({
      ...(email !== undefined && { email }),
      ...(form.reason !== NONE && reason != null && { reason }),
    })),
  }
}

/** An object without what stands at the end of some steps; what is on the way is copied. */
function withoutAt(wire: unknown, [step, ...rest]: readonly WireStep[]): unknown {
  if (!isObject(wire) || !step) return wire
  const { [step.name]: there, ...others } = wire
  if (rest.length > 0) setMember(others, step.name, withoutAt(there, rest))
  return others
}

function eachAlternative(schema: TSchema, change: (node: TSchema) => TSchema): TSchema {
  const { anyOf, ...rest } = schema as { anyOf?: TSchema[] }
  return anyOf ? ({ ...rest, anyOf: anyOf.map((each) => eachAlternative(each, change)) } as TSchema) : change(schema)
}

interface Written {
  codec: Codec
  form: InviteForm
  first: readonly WireStep[]
  ofPreview: readonly WireStep[]
}

function schemaOf(node: TSchema, { codec, form, first, ofPreview }: Written): TSchema {
  const members = memberSchemas(node)
  if (!members?.skipped) return codec.schemaToWire(node)
  const { required = [] } = node as { required?: string[] }
  const isOther = (name: string) => name !== 'accepted' && name !== 'skipped'
  const properties = Object.fromEntries(Object.entries(members).filter(([name]) => isOther(name)))
  const rest = { ...node, properties, required: required.filter(isOther) } as unknown as TSchema
  return withPlaces(codec.schemaToWire(rest), [[members.dry_run ? ofPreview : first, entriesSchema(form)]])
}

function entriesSchema(form: InviteForm): TSchema {
  const entry = {
    type: 'object',
    properties: {
      [form.email]: { type: 'string' },
      [form.status]: { type: 'string', enum: [form.accepted, form.skipped] },
      ...(form.reason !== NONE && { [form.reason]: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    },
    required: [form.email, form.status, ...(form.reason === NONE ? [] : [form.reason])],
  }
  return { type: 'array', items: entry, 'x-overridden': true } as unknown as TSchema
}
