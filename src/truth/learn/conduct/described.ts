import { isObject, type JsonObject } from '../../../base/is-object.js'
import { SHORT_TEXT_MEMBERS } from '../../../contract/items/members.js'
import type { OperationId } from '../../../contract/operations/index.js'
import { FEEDBACK_TYPES } from '../../../contract/question-types.js'
import type { Provenance } from '../evidence/evidence.js'
import type { ScalarShape, Shape } from '../evidence/shape.js'
import { learnPaging } from '../learn-paging.js'
import type { FoundRoute } from '../routes.js'
import type { Behaviour, ObservedConduct } from './conduct.js'

type Values = Readonly<Record<string, unknown>>

/** What the schemas of a description tell of conduct: by behaviour, the operation whose request says it, and how it is read. */
const READINGS: readonly { behaviour: Behaviour; of: OperationId; read(found: FoundRoute): Values }[] = [
  { behaviour: 'paging-clamp', of: 'listSources', read: readPageSize },
  { behaviour: 'default-feedback-type', of: 'createSource', read: readFeedbackType },
  { behaviour: 'item-lengths', of: 'pushContent', read: readLengths },
]

/** What descriptions tell of conduct. */
export function describedConduct(chosen: readonly FoundRoute[], documents: readonly Document[]): ObservedConduct[] {
  const observed = READINGS.flatMap(({ behaviour, of, read }): ObservedConduct[] => {
    const found = chosen.find(({ operation }) => operation === of)
    const from = found?.wire.from.filter(({ kind }) => kind === 'description') ?? []
    const values = found && from.length > 0 ? read(found) : {}
    return Object.keys(values).length > 0 ? [{ behaviour, observed: { values }, from }] : []
  })
  return chosen.length === 0 ? [] : [...observed, ...documents.flatMap(versionIn)]
}

interface Document {
  root: JsonObject
  from: Provenance
}

function versionIn({ root, from }: Document): ObservedConduct[] {
  const version = isObject(root.info) ? root.info.version : undefined
  return typeof version === 'string'
    ? [{ behaviour: 'info-version', observed: { values: { version } }, from: [from] }]
    : []
}

function readPageSize({ wire }: FoundRoute): Values {
  const paging = learnPaging(wire)
  const name = typeof paging === 'object' ? paging.limit : undefined
  const shape = scalarIn(name ? wire.query[name]?.shape : undefined)
  const usual = shape?.default
  const most = shape?.limits?.maximum
  return {
    ...(typeof usual === 'number' ? { default: usual } : {}),
    ...(most === undefined ? {} : { most }),
  }
}

function readFeedbackType({ wire }: FoundRoute): Values {
  const type = scalarIn(memberAt(wire.body?.shape, ['feedback_type']))?.default
  return (FEEDBACK_TYPES as readonly unknown[]).includes(type) ? { feedback_type: type } : {}
}

/** The longest texts beside that of an item. */
function readLengths({ wire: { body }, route: { words } }: FoundRoute): Values {
  const item = memberAt(body?.shape, [words === 'classic' ? 'question' : 'field', 'content', '[]'])
  const lengths = SHORT_TEXT_MEMBERS.flatMap((member) => {
    const most = scalarIn(memberAt(item, [member]))?.limits?.maxLength
    return most === undefined ? [] : [[member, most] as const]
  })
  return Object.fromEntries(lengths)
}

function memberAt(shape: Shape | undefined, steps: readonly string[]): Shape | undefined {
  const [step, ...rest] = steps
  if (step === undefined || !shape) return shape
  if (step === '[]') return shape.kind === 'list' ? memberAt(shape.entry, rest) : undefined
  return shape.kind === 'object' ? memberAt(shape.members[step]?.shape, rest) : undefined
}

function scalarIn(shape: Shape | undefined): ScalarShape | undefined {
  return shape?.kind === 'scalar' ? shape : undefined
}
