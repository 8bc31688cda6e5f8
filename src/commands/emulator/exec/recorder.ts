import type { LoggedRequest, OrganizationEvent, RequestLog } from '../../../../emulator/index.js'
import { putCapped } from '../../../base/capped-map.js'
import { compileTemplate } from '../../../base/path-template.js'
import { CAPS } from '../../../contract/caps.js'
import type { DeliverySummary } from '../../../contract/control/stream.js'
import { MOUNTS, type Route } from '../../../contract/operation.js'
import { type OperationId, rowOf } from '../../../contract/operations/index.js'
import { type Access, allows, SCOPES, type Scope } from '../../../contract/scopes.js'

/** What a key was used for: the access of every route that let it in. */
export interface KeyUse {
  scope: Scope
  accesses: ReadonlySet<Access>
}

/** What a command asked of an emulator, counted as it happens; organisations it deleted at their end are in it, too. */
export interface Recorder {
  take(entry: LoggedRequest): void
  hear(event: OrganizationEvent): void
  readonly requests: number
  /** How often an operation ended with a status; `(none)` where no route was meant. */
  readonly operations: ReadonlyMap<string, ReadonlyMap<number, number>>
  readonly hints: ReadonlyMap<string, number>
  /** How often a request was refused, by why. */
  readonly refusals: ReadonlyMap<string, number>
  readonly keys: ReadonlyMap<string, KeyUse>
  /** By organisation and identifier, as they were last. */
  readonly deliveries: ReadonlyMap<string, DeliverySummary & { orgId: string }>
  readonly deleted: ReadonlyMap<string, true>
  /** The requests themselves, if they are to be kept. */
  readonly log: RequestLog | undefined
}

/** The weakest first. */
const BY_REACH: readonly Scope[] = ['mcp_read', 'push', 'send', 'create', 'all']

/** A recorder of nothing yet. Requests are kept in `log`, where there is one. */
export function createRecorder(log?: RequestLog): Recorder {
  const { most } = CAPS.recordedUses
  const operations = new Map<string, Map<number, number>>()
  const hints = new Map<string, number>()
  const refusals = new Map<string, number>()
  const keys = new Map<string, { scope: Scope; accesses: Set<Access> }>()
  const deliveries = new Map<string, DeliverySummary & { orgId: string }>()
  const deleted = new Map<string, true>()
  const recorder = { requests: 0, operations, hints, refusals, keys, deliveries, deleted, log, take, hear }
  return recorder

  function take(entry: LoggedRequest): void {
    const { operation, status, hints: given, refusal, keyId, keyScope, method, path } = entry
    recorder.requests += 1
    log?.add(entry)
    if (operation !== null && rowOf(operation as OperationId).erasesFeedback && status < 300) log?.withholdFeedback()
    const statuses = operations.get(operation ?? '(none)') ?? new Map<number, number>()
    operations.set(operation ?? '(none)', statuses.set(status, (statuses.get(status) ?? 0) + 1))
    for (const hint of given) putCapped(hints, hint, (hints.get(hint) ?? 0) + 1, most)
    if (refusal !== null) putCapped(refusals, refusal, (refusals.get(refusal) ?? 0) + 1, most)
    if (keyId === null || keyScope === null || operation === null || status === 401 || status === 403) return
    const use = keys.get(keyId) ?? { scope: keyScope, accesses: new Set() }
    putCapped(keys, keyId, use, most)
    use.accesses.add(accessOf(operation as OperationId, method, path))
  }

  function hear(event: OrganizationEvent): void {
    const { orgId } = event
    if (event.event === 'delivery') putCapped(deliveries, `${orgId}/${event.data.id}`, { orgId, ...event.data }, most)
    if (event.event === 'deleted') putCapped(deleted, orgId, true, most)
  }
}

/** The weakest scope that opens every route a key was used for. */
export function leastScope(accesses: Iterable<Access>): Scope {
  const all = [...accesses]
  return BY_REACH.find((scope) => all.every((access) => allows(access, scope))) ?? SCOPES.at(-1)!
}

function accessOf(id: OperationId, method: string, target: string): Access {
  const path = target.split('?')[0]!
  const route = rowOf(id).routes.find((each) => each.method === method && isAt(path, each))
  return route?.access ?? 'any'
}

function isAt(path: string, { mounts = MOUNTS, path: template }: Route): boolean {
  return mounts.some((mount) => compileTemplate(mount + template)(path) !== undefined)
}
