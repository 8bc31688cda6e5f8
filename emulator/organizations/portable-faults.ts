import { isObject, type JsonObject } from '../../src/base/is-object.js'
import { parseJson } from '../../src/base/parse-json.js'
import type { FieldMap } from '../../src/contract/errors.js'
import { pause } from '../adapters/pause.js'
import { findSchemaFaults } from '../core/check-schema.js'
import { MISSING, mustBeOfType } from '../core/fault-words.js'
import { addFault, noFaults } from '../core/field-map.js'
import { emptyState } from '../state/initial.js'
import { ROW_SCHEMAS } from '../state/row-schemas.js'
import type { Singles, State, TableName } from '../state/state.js'
import { withEveryMember } from '../state/stored-item.js'
import { blobName, ITEM_SCHEMA, SINGLE_SCHEMAS } from '../state/value-schemas.js'
import type { StoredItem } from '../store/index.js'

type PortableRow = JsonObject & { id?: unknown }

/** Enough to see what is wrong with a file. */
const MOST_FAULTS = 20

/** Rows that name rows of another table; what names nothing (null, or a job of another kind) refers to nothing. */
const REFERENCES: readonly [from: TableName, member: string, to: TableName][] = [
  ['sources', 'groupId', 'groups'],
  ['templates', 'sourceId', 'sources'],
  ['invites', 'sourceId', 'sources'],
  ['recipients', 'sourceId', 'sources'],
  ['recipients', 'inviteId', 'invites'],
  ['uploads', 'sourceId', 'sources'],
  ['uploads', 'id', 'tasks'],
  ['analyses', 'sourceId', 'sources'],
  ['monitors', 'sourceId', 'sources'],
  ['reports', 'groupId', 'groups'],
  ['connections', 'clientId', 'oauthClients'],
  ['oauthTokens', 'connectionId', 'connections'],
  ['jobs', 'sourceId', 'sources'],
  ['jobs', 'deliveryId', 'deliveries'],
  ['jobs', 'taskId', 'tasks'],
  ['jobs', 'inviteId', 'invites'],
  ['jobs', 'subscriptionId', 'reports'],
]

/** The member a table is keyed by, where that is not `id`. */
const KEYS: Partial<Record<TableName, string>> = { templates: 'sourceId', analyses: 'sourceId', oauthTokens: 'hash' }

/** Tables whose rows count their own ids, and what counts them (`state/ids.ts`). */
const COUNTED = {
  groups: 'group',
  sources: 'source',
  subscriptions: 'subscription',
  invites: 'invite',
  recipients: 'recipient',
  monitors: 'monitor',
  reports: 'reportSubscription',
  tasks: 'task',
  deliveries: 'delivery',
  faults: 'fault',
} as const satisfies Partial<Record<TableName, string>>

interface Content {
  state: JsonObject
  items: unknown[]
  blobs: JsonObject
}

/** Messages by path for every value of an exported organisation that is not as an export has it, the first 20; empty where all are. */
export async function findPortableContentFaults({ state, items, blobs }: Content): Promise<FieldMap> {
  const form = await firstOf([formFaults(state), itemFaults(items), blobFaults(blobs)])
  if (Object.keys(form).length > 0) return form
  const sound = { ...emptyState(), ...state } as State
  return firstOf([referenceFaults(sound), countFaults(sound), placeFaults(sound, items as StoredItem[])])
}

async function firstOf(faults: readonly Iterable<Fault | typeof PAUSE>[]): Promise<FieldMap> {
  const fields = noFaults()
  let left = MOST_FAULTS
  for (const each of faults) {
    for (const fault of each) {
      if (fault === PAUSE) {
        await pause()
        continue
      }
      addFault(fields, ...fault)
      left -= 1
      if (left === 0) return fields
    }
  }
  return fields
}

type Fault = readonly [path: string, message: string]
type Faults = Generator<Fault>

/** Among the faults of many items: what else waits has its turn. */
const PAUSE = 'pause'
const ITEMS_BETWEEN_PAUSES = 1_000

function* formFaults(state: JsonObject): Faults {
  for (const [name, value] of Object.entries(state)) {
    const path = `state.${name}`
    if (Object.hasOwn(SINGLE_SCHEMAS, name))
      yield* below(path, findSchemaFaults(SINGLE_SCHEMAS[name as keyof Singles], value))
    else if (Object.hasOwn(ROW_SCHEMAS, name)) yield* tableFaults(name as TableName, value)
    else yield [path, 'is not a table of an organisation']
  }
  for (const name of ['organization', 'clock']) if (!Object.hasOwn(state, name)) yield [`state.${name}`, MISSING]
}

function* tableFaults(name: TableName, table: unknown): Faults {
  if (!isObject(table)) return yield [`state.${name}`, mustBeOfType('object')]
  for (const [id, row] of Object.entries(table)) {
    const path = `state.${name}.${id}`
    const faults = findSchemaFaults(ROW_SCHEMAS[name], row)
    yield* below(path, faults)
    if (Object.keys(faults).length === 0) yield* rowFaults(name, id, row as PortableRow)
  }
}

function* rowFaults(name: TableName, id: string, row: PortableRow): Faults {
  const path = `state.${name}.${id}`
  if (name === 'suppressions') {
    if (!id.includes('@')) yield [path, 'must be keyed by an email address']
  } else if (String(row[KEYS[name] ?? 'id']) !== id) yield [`${path}.${KEYS[name] ?? 'id'}`, `must be ${id}`]
  if (name === 'keptAnswers' && parseJson(row.answer as string) === undefined) yield [`${path}.answer`, 'must be JSON']
  if (name === 'subscriptions' && !URL.canParse(row.url as string)) yield [`${path}.url`, 'must be a URL']
}

function* itemFaults(items: readonly unknown[]): Generator<Fault | typeof PAUSE> {
  const seen = new Set<unknown>()
  for (const [index, item] of items.entries()) {
    if (index % ITEMS_BETWEEN_PAUSES === 0) yield PAUSE
    yield* below(`items[${index}]`, findSchemaFaults(ITEM_SCHEMA, isObject(item) ? withEveryMember(item) : item))
    const { id } = (item ?? {}) as PortableRow
    if (seen.has(id)) yield [`items[${index}].id`, 'appears twice']
    seen.add(id)
  }
}

function* blobFaults(blobs: JsonObject): Faults {
  for (const [name, content] of Object.entries(blobs)) {
    if (Object.keys(findSchemaFaults(blobName, name)).length > 0) yield [`blobs.${name}`, 'is not the name of a task']
    const isBase64 = typeof content === 'string' && Buffer.from(content, 'base64').toString('base64') === content
    if (!isBase64) yield [`blobs.${name}`, 'must be base64']
  }
}

function* referenceFaults(state: State): Faults {
  for (const [from, member, to] of REFERENCES) {
    for (const [id, row] of Object.entries(state[from])) {
      const named = (row as JsonObject)[member]
      const isThere = named === undefined || named === null || Object.hasOwn(state[to], String(named))
      if (!isThere) yield [`state.${from}.${id}.${member}`, `names no row of state.${to}`]
    }
  }
}

/** Numbers that are given out next must be free. */
function* countFaults(state: State): Faults {
  for (const [name, kind] of Object.entries(COUNTED)) {
    const highest = Object.keys(state[name as keyof typeof COUNTED]).reduce(
      (most, id) => Math.max(most, numberIn(id)),
      0,
    )
    if ((state.counters[kind] ?? 0) < highest) yield [`state.counters.${kind}`, `must be at least ${highest}`]
  }
}

/** The number of an id such as `12` or `dlv_12`. */
function numberIn(id: string): number {
  return Number(/[0-9]*$/.exec(id)![0])
}

/** Items are in a field of a source. */
function* placeFaults({ sources, counters }: State, items: readonly StoredItem[]): Generator<Fault | typeof PAUSE> {
  const fields = new Set(Object.values(sources).flatMap(({ id, fields }) => fields.map((field) => `${id}/${field.id}`)))
  let highest = 0
  for (const [index, { id, sourceId, fieldId }] of items.entries()) {
    if (index % ITEMS_BETWEEN_PAUSES === 0) yield PAUSE
    if (!fields.has(`${sourceId}/${fieldId}`)) yield [`items[${index}].fieldId`, 'is not a field of its source']
    highest = Math.max(highest, id)
  }
  if ((counters.item ?? 0) < highest) yield ['state.counters.item', `must be at least ${highest}`]
}

function* below(path: string, faults: FieldMap): Faults {
  for (const [at, [message]] of Object.entries(faults)) yield [at === '' ? path : `${path}.${at}`, message!]
}
