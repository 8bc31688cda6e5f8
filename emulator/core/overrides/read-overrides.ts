import type { JsonObject } from '../../../src/base/is-object.js'
import { isObject } from '../../../src/base/is-object.js'
import { closest } from '../../../src/base/nearest.js'
import { isPathTemplate, pathParameters } from '../../../src/base/path-template.js'
import { listAssumptions } from '../../../src/contract/assumptions/ledger.js'
import { howToOverride, RECOMMENDED_WORDS, routeAssumption } from '../../../src/contract/assumptions/overridable.js'
import { MOUNTS, type Operation } from '../../../src/contract/operation.js'
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../../src/contract/operations/index.js'
import { DEFAULT_DESCRIPTION, type ServiceDescription } from '../../../src/contract/service-description.js'
import { WORD_PAIRS } from '../../../src/contract/vocabulary.js'
import { noFaults } from '../field-map.js'
import { invalid } from '../refusal.js'
import { toWireSchema } from './names.js'
import { type Overrides, refusalOnWire } from './overrides.js'
import { memberPlaceOf, readMemberOverrides, unknownMember } from './read-members.js'
import { findValueFault, readValues } from './read-values.js'
import { tableOf } from './table.js'

/** Overrides as they are used; 400 with a message at the path of each fault. */
export function requireOverrides(raw: unknown): Overrides {
  const given = (raw ?? {}) as Record<string, JsonObject>
  const ids = listAssumptions().map(({ id }) => id)
  const faults = noFaults()
  for (const [id, value] of Object.entries(given)) {
    const fault = ids.includes(id) ? findFault(id, value) : unknownId(id, ids)
    if (fault !== undefined) faults[id] = [fault]
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const errors = Object.entries(given).filter(([id]) => id.startsWith('error:'))
  const overrides = {
    given,
    values: readValues(given),
    refusals: Object.fromEntries(errors.map(([id, value]) => [id.slice('error:'.length), value])),
    ...tableOf(given),
  }
  return { ...overrides, description: describeOverrides(overrides) }
}

/** All ids would fill the screen; those of the kind that was meant don't, and the nearest comes first. */
function unknownId(id: string, ids: readonly string[]): string {
  const kind = id.slice(0, id.indexOf(':') + 1)
  const [operation = kind] = /^\w+:\w+/.exec(id) ?? []
  const open = ids.filter((each) => howToOverride(each) !== undefined)
  const start = [operation, kind].find((each) => each !== '' && open.some((known) => known.startsWith(each)))
  const alike = start === undefined ? [] : open.filter((each) => each.startsWith(start))
  const kinds = 'error:, route:, query:, body:, result:, event:, behaviour:'
  const list = alike.length > 0 ? `those that begin with ${start} are ${alike.join(', ')}` : `ids begin with ${kinds}`
  return `is no assumption; did you mean ${closest(id, ids)}? ${list} (\`inpk emulator assumptions\` lists all)`
}

function findFault(id: string, value: unknown): string | undefined {
  const how = howToOverride(id)
  if (how === undefined) return 'cannot be overridden: it is conduct, not a name or a value'
  if (!isObject(value) || Object.keys(value).length === 0) return `must be an object: ${how}`
  const given = value as JsonObject
  if (id.startsWith('error:')) return findErrorFault(given)
  if (id.startsWith('route:')) return findPathFault(id, given)
  if (id === RECOMMENDED_WORDS) return findWordsFault(given)
  if (id.startsWith('behaviour:')) return findValueFault(id.slice('behaviour:'.length), given)
  const members = readMemberOverrides(memberPlaceOf(id), given)
  return typeof members === 'string' ? members : undefined
}

function findErrorFault({ code, status, ...others }: JsonObject): string | undefined {
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return unknownMember(unknown, ['code', 'status'])
  if (code !== undefined && !(typeof code === 'string' && /^\w{1,100}$/.test(code))) return 'code must be a word'
  const isStatus = Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599
  return status === undefined || isStatus ? undefined : 'status must be 400 to 599'
}

function findPathFault(id: string, { path, ...others }: JsonObject): string | undefined {
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return unknownMember(unknown, ['path'])
  if (!isPathTemplate(path)) return 'path must be like /sources/list or /tasks/{task_id}, without mount'
  const routes = OPERATION_IDS.flatMap((operation) => (OPERATIONS[operation] as Operation).routes)
  const route = routes.find((each) => id === routeAssumption(each))!
  if (partsOf(path) !== partsOf(route.path)) return `path must hold the same parts: ${partsOf(route.path) || 'none'}`
  const isTaken = routes.some((each) => each !== route && each.method === route.method && each.path === path)
  return isTaken ? `path ${path} is that of another operation (under ${MOUNTS.join(', ')})` : undefined
}

function partsOf(path: string): string {
  return pathParameters(path)
    .map((name) => `{${name}}`)
    .join(', ')
}

function findWordsFault({ words, ...others }: JsonObject): string | undefined {
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return unknownMember(unknown, ['words'])
  if (words === null || typeof words !== 'object') return 'words must be an object'
  const classic: readonly string[] = WORD_PAIRS.map(([word]) => word)
  const word = Object.keys(words).find((each) => !classic.includes(each))
  if (word !== undefined) return `words has no ${word}; it has ${classic.join(', ')}`
  const all = new Map<string, unknown>([...WORD_PAIRS, ...Object.entries(words)])
  const bad = [...all.values()].find((word) => typeof word !== 'string' || !/^[a-z][a-z0-9_]{0,63}$/.test(word))
  if (bad !== undefined) return 'a word is lower-case letters, digits and _'
  return new Set([...all.values(), ...classic]).size < all.size * 2 ? 'two words are the same' : undefined
}

/** How the service describes itself under these overrides. */
function describeOverrides(overrides: Omit<Overrides, 'description'>): ServiceDescription {
  return {
    rowOf: overrides.rowOf,
    inWords(row, words) {
      const worded = DEFAULT_DESCRIPTION.inWords(row, words)
      const named = (slot: 'query' | 'body' | 'result') =>
        worded[slot] && { [slot]: toWireSchema(overrides.namesOf(row.id as OperationId, slot, words), worded[slot]) }
      return { ...worded, ...named('query'), ...named('body'), ...named('result') } as Operation
    },
    refusal: (code) =>
      refusalOnWire(DEFAULT_DESCRIPTION.refusal(code) as Parameters<typeof refusalOnWire>[0], overrides),
    event: (name, data) => toWireSchema(overrides.eventNames(name), data),
    deliveryHeader: overrides.values['webhook-delivery-id'].header,
  }
}
