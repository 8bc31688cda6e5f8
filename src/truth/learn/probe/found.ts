import type { JsonObject } from '../../../base/is-object.js'
import type { Facts } from '../../../contract/facts/facts.js'
import { type OperationId, rowOf } from '../../../contract/operations/index.js'
import type { SeenExchange } from '../evidence/evidence.js'
import type { Learned } from '../learn.js'
import type { Probe } from './probe.js'
import { routeOfProbe } from './probe-requests.js'
import type { Started } from './tasks.js'

/** What a probe has found so far, for the steps after it. */
export interface Found {
  environment?: string
  isGroupMade?: boolean
  group?: string | undefined
  source?: string
  questions: readonly { question_id: string; type: string }[]
  /** Items are listed of one source alone: without one, the listing was refused. */
  listsBySource?: boolean
  /** The source as the listing had it before it was published. */
  draft?: JsonObject
  /** The source was published at its first asking. */
  isPublished?: boolean
  /** Items may have been pushed to it. */
  isPushed?: boolean
  /** A push to it was taken. */
  takesItems?: boolean
  /** Names of items pushed beside those of the plain pushes. */
  readonly items: Set<string>
  /** What may store items yet. */
  readonly tasks: Set<Started>
  /** What was uploaded, each in another form. */
  uploads: readonly Uploaded[]
  /** Asked for again, the group is answered as one that exists. */
  isGroupAnswered?: boolean
  /** The name of another group that is there, and its identifier. */
  otherName?: string
  otherGroup?: string
}

/** A file of one row that was taken. */
export interface Uploaded {
  seen: SeenExchange
  id: string
  text: string
}

/** The query for a list of items, of the probe's own source as well where the service lists those of one source alone. */
export function queryOfItems({ listsBySource, source }: Found, query: Readonly<Record<string, unknown>>) {
  return listsBySource && source !== undefined ? { ...query, survey_id: source } : query
}

/** More items than the probe's own source ever has. */
const ALL_OWN = 200

/** The query for an item of the probe's own: by its `external_id`, or else with all others of its source; undefined where nothing shows how. */
export function queryOfOwnItem({ knows, found }: Pick<Probe, 'knows' | 'found'>, external_id: string) {
  if (!knows(routeOfProbe('listFeedback'))) return undefined
  if (knows('query:listFeedback external_id')) return queryOfItems(found, { external_id })
  const isBySource = found.source !== undefined && knows('query:listFeedback survey_id')
  return isBySource ? { survey_id: found.source, limit: ALL_OWN } : undefined
}

/** Whether an assumption, or a member of it after a space, is settled by evidence, or by what a person wrote. */
export function isKnown({ verdicts }: Learned, need: string, facts: Facts = {}): boolean {
  const cut = need.lastIndexOf(' ')
  const isMember = /^(query|body|result):\S+ \S/.test(need)
  const [id, path] = isMember ? [need.slice(0, cut), need.slice(cut + 1)] : [need, '']
  if (facts[id] !== undefined) return true
  const verdict = verdicts.find((each) => each.id === id)
  if (!verdict) return true
  if (verdict.state === 'ambiguous' || verdict.state === 'not seen') return false
  // A number of an unknown unit can be read, and not sent.
  const types: Record<string, unknown> = { '': verdict.fact?.type, ...(verdict.fact?.types as object | undefined) }
  if (/^(query|body):/.test(id) && types[path] === 'epoch') return false
  const names = verdict.fact?.names as Record<string, unknown> | undefined
  if (path === '') return verdict.fact?.name !== null && verdict.candidates.length === 0
  return verdict.shown.includes(path) && names?.[path] !== null
}

/** Writes without a success. */
export function refusedWrites(answered: ReadonlyMap<OperationId, number>): string[] {
  const writes = [...answered].filter(([id]) => rowOf(id).routes[0].method !== 'GET')
  return writes.filter(([, status]) => status >= 300).map(([id, status]) => `${id} ${status}`)
}
