import { distance } from '../../src/base/nearest.js'
import { type Method, MOUNTS, type Operation, type Route } from '../../src/contract/operation.js'
import { OPERATION_IDS, type OperationId, type PathParams } from '../../src/contract/operations/index.js'
import { Refusal } from './refusal.js'

export interface RouteMatch {
  id: OperationId
  route: Route
  params: PathParams
  /** `/api/input`, `/api/v1` or nothing: answers name paths under the mount that was asked. */
  mount: string
}

interface Entry {
  id: OperationId
  route: Route
  mount: string
  path: string
  pattern: RegExp
}

/** Every address of the rows of a service. */
export interface Routes {
  /** The operation behind a method and path; 404 naming the nearest known route, or 405 with `Allow` (contract.md section 1). */
  require(method: string, path: string): RouteMatch
}

/** The routes of rows, under all their mounts. */
export function routesOf(rowOf: (id: OperationId) => Operation): Routes {
  const entries: Entry[] = OPERATION_IDS.flatMap((id) =>
    rowOf(id).routes.flatMap((route) =>
      (route.mounts ?? MOUNTS).map((mount) => {
        const path = mount + route.path
        return { id, route, mount, path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`) }
      }),
    ),
  )
  return { require: (method, path) => requireRoute(entries, method, path) }
}

function requireRoute(entries: readonly Entry[], method: string, path: string): RouteMatch {
  const here = entries.filter((entry) => entry.pattern.test(path))
  const entry = here.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method))
  if (entry) return { id: entry.id, route: entry.route, mount: entry.mount, params: paramsOf(entry, path) }
  if (here.length === 0) throw new Refusal('NOT_FOUND', `${path.slice(0, 200)} not found${suggestion(entries, path)}`)
  const allow = [...new Set(here.map(({ route }) => route.method))].sort() as Method[]
  const message = `${path} takes ${allow.join(', ')}, not ${method}`
  throw new Refusal('METHOD_NOT_ALLOWED', message, undefined, { Allow: allow.join(', ') })
}

function paramsOf({ route, pattern }: Entry, path: string): PathParams {
  const names = Array.from(route.path.matchAll(/\{(\w+)\}/g), (match) => match[1]!)
  const values = pattern.exec(path)?.slice(1) ?? []
  return Object.fromEntries(names.map((name, index) => [name, decodeSegment(values[index] ?? '')]))
}

/** A path segment without its percent-encoding; 404 where that is broken. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal('NOT_FOUND', 'the path is not valid percent-encoded UTF-8')
  }
}

/** A mistyped path differs in few characters from the one that was meant; anything further off would be a guess. */
const NEAR = 3

function suggestion(entries: readonly Entry[], path: string): string {
  if (path.length > 200) return ''
  const asked = withoutIds(path)
  const distances = entries.map((entry) => ({ entry, far: distance(asked, withoutIds(entry.path)) }))
  const { entry, far } = distances.reduce((a, b) => (b.far < a.far ? b : a))
  const isNear = far <= NEAR && far * 3 <= entry.route.path.length
  return isNear ? `; the nearest route is ${entry.route.method} ${entry.path}` : ''
}

/** A path and the pattern it fits, made alike. */
function withoutIds(path: string): string {
  return path.replaceAll(/\/(\{\w+\}|\w*\d+)(?=\/|$)/g, '/*')
}
