import { pathForm, withoutSlash } from '../../base/path-template.js'
import { routeAssumption } from '../../contract/assumptions/overridable.js'
import { canonicalPath } from '../../contract/operation.js'
import type { FoundRoute, RouteFindings } from './routes.js'
import type { Placed } from './sightings.js'

/** Where a route is, if that is not shown: its prefix, or its whole path. */
export function routeFinding({ route, wire, prefix, inQuery, rivals = [] }: FoundRoute): Placed[] {
  const id = routeAssumption(route)
  if (rivals.length > 0) {
    const all = [wire, ...rivals]
    const candidates = all.map(({ method, path }) => `${method} ${path}`)
    const evidence = { from: all.flatMap(({ from }) => from), exchanges: all.flatMap(({ exchanges }) => exchanges) }
    return [{ id, state: 'ambiguous', path: '', candidates, wire, ...evidence }]
  }
  const usual = canonicalPath(route)
  if (pathForm(wire.path) === pathForm(usual)) {
    return [{ id, state: 'confirmed', path: '', wire }]
  }
  // A description that leaves the prefix open says nothing of it.
  if (wire.isPrefixOpen)
    return [{ id, state: 'ambiguous', path: '', candidates: [`${wire.method} …${wire.path}`], wire }]
  const asked = inQuery === undefined ? '' : `?${inQuery}={}`
  const path = withOurParts(withoutSlash(wire.path) + asked, route.path)
  const fact = prefix === undefined ? { prefix: '', path } : { prefix }
  return [{ id, state: 'contradicted', path: '', fact, wire }]
}

/** Their path with the parts named as ours are. */
function withOurParts(theirs: string, ours: string): string {
  const names = [...ours.matchAll(/\{\w+\}/g)].map(([name]) => name)
  return theirs.replace(/\{[^}]*\}/g, () => names.shift() ?? '{id}')
}

/** Of a route that may be at several addresses: all of them. */
export function unclearRoute({ route, candidates }: RouteFindings['unclear'][number]): Placed {
  return { id: routeAssumption(route), state: 'ambiguous', path: '', candidates, wire: undefined }
}
