import { Session } from 'node:inspector'
import { inspect, types } from 'node:util'

/** Everything with a length that grows by being added to. */
type Collection = unknown[] | Map<unknown, unknown> | Set<unknown> | Record<string, unknown>

export interface Sizes {
  /** Collections that were alive then and have grown since: by how many entries, and the last of them. */
  grownSince(before: Sizes): { by: number; entry: string }[]
  readonly each: ReadonlyMap<Collection, number>
}

const HANDOVER = Symbol.for('live collections')
/** What measuring itself needs. */
const ours = new WeakSet<Collection>()

/** The sizes of all arrays, maps and sets that can be reached in this thread, from closures too; garbage is collected first. */
export async function liveSizes(): Promise<Sizes> {
  const each = new Map<Collection, number>()
  ours.add(each as Map<unknown, unknown>)
  for (const kind of ['Array', 'Map', 'Set'] as const) {
    for (const found of await instancesOf(kind)) if (isReal(found) && !ours.has(found)) each.set(found, sizeOf(found))
  }
  return {
    each,
    grownSince: (before) =>
      [...before.each].flatMap(([collection, size]) => {
        const by = (each.get(collection) ?? 0) - size
        return by > 0 ? [{ by, entry: lastOf(collection) }] : []
      }),
  }
}

/** What only inherits from one has no length of its own. */
function isReal(found: Collection): boolean {
  return Array.isArray(found) || types.isMap(found) || types.isSet(found)
}

function sizeOf(collection: Collection): number {
  return Array.isArray(collection) ? collection.length : (collection as Map<unknown, unknown>).size
}

function lastOf(collection: Collection): string {
  const entry = [...(collection as Iterable<unknown>)].at(-1)
  return inspect(entry, { depth: 1, breakLength: Number.POSITIVE_INFINITY }).slice(0, 300)
}

async function instancesOf(kind: 'Array' | 'Map' | 'Set'): Promise<Collection[]> {
  const session = new Session()
  session.connect()
  const post = (method: string, parameters: object) =>
    new Promise<{ result: { objectId: string }; objects: { objectId: string } }>((resolve, reject) => {
      session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result as never)))
    })
  try {
    const { result } = await post('Runtime.evaluate', { expression: `${kind}.prototype` })
    const { objects } = await post('Runtime.queryObjects', { prototypeObjectId: result.objectId })
    const hand = `function () { globalThis[Symbol.for('live collections')] = this }`
    await post('Runtime.callFunctionOn', { objectId: objects.objectId, functionDeclaration: hand })
    const found = (globalThis as unknown as Record<symbol, Collection[]>)[HANDOVER]!
    ours.add(found)
    return found
  } finally {
    delete (globalThis as unknown as Record<symbol, unknown>)[HANDOVER]
    session.disconnect()
  }
}
