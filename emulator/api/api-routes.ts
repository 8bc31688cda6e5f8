import { distance } from '../../src/base/nearest.js'
import { splitAddress } from '../../src/base/path-template.js'
import { CONTROL_PREFIX } from '../../src/contract/control/index.js'
import type { Contract } from '../../src/contract/facts/contract.js'
import { MOUNTS } from '../../src/contract/operation.js'
import { OPERATION_IDS, type OperationId } from '../../src/contract/operations/index.js'
import type { Call, RoutedCall, RouteMatch } from '../core/call.js'
import { Refusal } from '../core/refusal.js'
import { type Address, createRouter, methodNotAllowed, type Router } from './router.js'

/** The health check of the API host. */
export const HEALTH = `${CONTROL_PREFIX}/health`

type Target = Omit<RouteMatch, 'params'>

/** The routes of the API host. */
export interface ApiRoutes {
  addresses: readonly Address<Target>[]
  router: Router<Target>
  /** Paths of the introspection of a key. */
  introspection: ReadonlySet<string>
}

/** The routes of rows, under all their mounts. */
export function createApiRoutes({ rowOf, values }: Pick<Contract, 'rowOf' | 'values'>): ApiRoutes {
  const mounts = values.mounts.rule === 'canonical-only' ? MOUNTS.slice(0, 1) : MOUNTS
  const addresses = OPERATION_IDS.flatMap((id) =>
    rowOf(id).routes.flatMap((route) =>
      (route.mounts ?? mounts).map((mount) => {
        return { method: route.method, path: mount + splitAddress(route.path).path, target: { id, route, mount } }
      }),
    ),
  )
  const introspects = ({ target }: Address<Target>) => rowOf(target.id).introspects
  const introspection = new Set(addresses.filter(introspects).map(({ path }) => path))
  return { addresses, router: createRouter(addresses), introspection }
}

/** The operation at the path of a call that was refused before its route was looked for: the log names it anyway. */
export function operationAt({ path, request }: Call, { router }: ApiRoutes): OperationId | undefined {
  try {
    return router.find(request.method === 'HEAD' ? 'GET' : request.method, path)?.target.id
  } catch {
    // A path that can't be decoded is none of ours.
    return undefined
  }
}

/** Finds the operation behind method and path; 404 naming the nearest known route, or 405 with `Allow` (contract.md section 1). */
export function findRoute(call: Call, { addresses, router }: ApiRoutes): asserts call is RoutedCall {
  const { path } = call
  const { method } = call.request
  const found = router.find(method === 'HEAD' ? 'GET' : method, path)
  if (found) {
    call.match = { ...found.target, params: found.params }
    return
  }
  const allowed = router.methodsOf(path).sort()
  if (allowed.length > 0) throw methodNotAllowed(path, method, allowed)
  throw new Refusal('NOT_FOUND', `${path.slice(0, 200)} not found${suggestion(addresses, path)}`)
}

/** 404 for the control API, which is the other host's; of its paths this one has the health check alone (contract.md section 1). */
export function refuseControlPaths({ path, request, service }: Call): void {
  if (path === HEALTH) throw methodNotAllowed(path, request.method, ['GET'])
  if (!path.startsWith(`${CONTROL_PREFIX}/`)) return
  throw new Refusal(
    'NOT_FOUND',
    `${path.slice(0, 200)} not found; the control API is on the dashboard host, ${service.addresses.dashboardUrl}`,
  )
}

/** A mistyped path differs in few characters from the one that was meant; anything further off would be a guess. */
const NEAR = 3

function suggestion(addresses: readonly Address<Target>[], path: string): string {
  if (path.length > 200) return ''
  const asked = withoutIds(path)
  const distances = addresses.map((address) => ({ address, far: distance(asked, withoutIds(address.path)) }))
  const { address, far } = distances.reduce((a, b) => (b.far < a.far ? b : a))
  const isNear = far <= NEAR && far * 3 <= address.target.route.path.length
  return isNear ? `; the nearest route is ${address.method} ${address.path}` : ''
}

/** A path and the template it fits, made alike. */
function withoutIds(path: string): string {
  return path.replaceAll(/\/(\{\w+\}|\w*\d+)(?=\/|$)/g, '/*')
}
