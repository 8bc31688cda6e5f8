import type { LoggedRequest } from '../../../../emulator/index.js'
import { type OperationId, rowOf } from '../../../contract/operations/index.js'
import { type Access, allows, SCOPES, type Scope } from '../../../contract/scopes.js'

/** What a command asked of an emulator, counted as it happens. */
export interface Recorder {
  take(entry: LoggedRequest): void
  readonly requests: number
  /** How often an operation ended with a status; `(none)` where no route was meant. */
  readonly operations: ReadonlyMap<string, ReadonlyMap<number, number>>
  readonly hints: ReadonlyMap<string, number>
  /** What each key was used for: the access of every route that let it in. */
  readonly accesses: ReadonlyMap<string, ReadonlySet<Access>>
}

/** The weakest first. */
const BY_REACH: readonly Scope[] = ['mcp_read', 'push', 'send', 'create', 'all']

/** A recorder of nothing yet. */
export function createRecorder(): Recorder {
  const operations = new Map<string, Map<number, number>>()
  const hints = new Map<string, number>()
  const accesses = new Map<string, Set<Access>>()
  const recorder = { requests: 0, operations, hints, accesses, take }
  return recorder

  function take({ operation, status, hints: told, keyId, method, path }: LoggedRequest): void {
    recorder.requests += 1
    const statuses = operations.get(operation ?? '(none)') ?? new Map<number, number>()
    operations.set(operation ?? '(none)', statuses.set(status, (statuses.get(status) ?? 0) + 1))
    for (const hint of told) hints.set(hint, (hints.get(hint) ?? 0) + 1)
    if (keyId === null || operation === null || status === 401 || status === 403) return
    const used = accesses.get(keyId) ?? new Set<Access>()
    accesses.set(keyId, used.add(accessOf(operation as OperationId, method, path)))
  }
}

/** The weakest scope that opens every route a key was used for. */
export function leastScope(accesses: Iterable<Access>): Scope {
  const all = [...accesses]
  return BY_REACH.find((scope) => all.every((access) => allows(access, scope))) ?? SCOPES.at(-1)!
}

function accessOf(id: OperationId, method: string, target: string): Access {
  const path = target.split('?')[0]!
  const route = rowOf(id).routes.find(
    (each) => each.method === method && new RegExp(`${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  return route?.access ?? 'any'
}
