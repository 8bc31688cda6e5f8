import { isObject, type JsonObject } from '../../base/is-object.js'
import { compileTemplate } from '../../base/path-template.js'
import { knownForm, wireQuery } from '../../client/asked.js'
import { fillPath, queryText } from '../../client/route.js'
import { routeAssumption } from '../../contract/assumptions/overridable.js'
import type { Contract } from '../../contract/facts/contract.js'
import { isPrefixShown, MOUNTS, type Route } from '../../contract/operation.js'
import { OPERATION_IDS, type OperationId, rowOf } from '../../contract/operations/index.js'
import { toClassic, toRecommended } from '../../contract/vocabulary.js'

/** A request as rules write it: by our paths and names, which the contract in force turns into those of the service. */
export interface OnWire {
  method: string
  /** With its query, from the root of the base URL. */
  path: string
  /** The assumption that the path stands for; undefined if the interface shows it, or for a path of no operation. */
  assumption?: string
  operation?: OperationId
  /** Its answers are of another protocol. */
  isProtocol?: true
  /** So are its refusals. */
  isCodeless?: true
  body(ours: unknown): unknown
  /** The payload of a success in our names. */
  payload(wire: unknown, headers: Record<string, string>): JsonObject
}

const ROUTES = OPERATION_IDS.flatMap((id) =>
  rowOf(id).routes.map((route, index) => ({ id, route, index, match: compileTemplate(route.path) })),
)

/** Finds the request on the wire. `mount`: instead of that of the contract; `prefix`: where short paths stand. */
export function putOnWire(
  contract: Contract,
  { method, path, mount, prefix }: { method: string; path: string; mount?: string | undefined; prefix: string },
): OnWire {
  const [place = '', queryString = ''] = path.split('?')
  // One path may be another route, of other words, under another mount.
  const isAt = ({ mounts }: Route) => mount === undefined || !mounts || mounts.includes(mount)
  const found = ROUTES.find(({ route, match }) => route.method === method && isAt(route) && match(place) !== undefined)
  if (!found) {
    const plain = { body: (ours: unknown) => ours, payload: (wire: unknown) => (isObject(wire) ? wire : {}) }
    return { method, path: (mount ?? prefix) + path, ...plain }
  }
  const { id, index } = found
  const row = contract.rowOf(id)
  const route = row.routes[index]!
  const asked = { id: id as OperationId, contract, row, route }
  const query = Object.fromEntries(new URLSearchParams(queryString))
  const at = mount ?? mountOf(route, prefix)
  const assumption = assumptionOf(found.route, mount)
  return {
    method: route.method,
    operation: id as OperationId,
    path: at + fillPath(route.path, found.match(place)!) + queryText(wireQuery(asked, query)),
    ...(assumption === undefined ? {} : { assumption }),
    ...(row.protocol ? { isProtocol: true } : {}),
    ...(row.protocol && contract.values['mcp-errors'].rule === 'protocol' ? { isCodeless: true } : {}),
    body(ours) {
      const worded = route.words === 'recommended' && isObject(ours) ? toRecommended(row.body, ours) : ours
      return contract.codecOf(id, 'body', route.words)?.toWire(worded) ?? worded
    },
    payload(wire, headers) {
      const { codec, readPage, words = route.words } = knownForm(asked, headers, query)
      const worded = codec ? codec.fromWire(wire) : wire
      const ours =
        words === route.words ? worded : (route.words === 'classic' ? toClassic : toRecommended)(row.result, worded)
      if (!isObject(ours)) return {}
      return readPage ? { ...ours, pagination: readPage(wire, ours) } : ours
    },
  }
}

function mountOf({ mounts }: Route, prefix: string): string {
  return mounts && !mounts.includes(MOUNTS[0]) ? mounts[0]! : prefix
}

/** At another mount than the canonical one only the assumption about mounts says that it is there. */
function assumptionOf(route: Route, mount: string | undefined): string | undefined {
  if (mount !== undefined && mount !== (route.mounts?.[0] ?? MOUNTS[0])) return 'behaviour:mounts'
  return route.assumed || !isPrefixShown(route) ? routeAssumption(route) : undefined
}
