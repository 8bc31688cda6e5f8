import { fillTemplate } from '../base/path-template.js'
import { InputError } from '../contract/input-error.js'
import type { Operation, Route } from '../contract/operation.js'

/**
 * The route the client takes: the classic one wherever there is one (contract.md section 2), else the first. One that is assumed gives way
 * to another that facts place: there the operation surely is.
 */
export function routeOf(row: Operation): Route {
  const usual = row.routes.find((route) => route.words === 'classic') ?? row.routes[0]
  if (!usual.assumed || usual.placed) return usual
  return row.routes.find((route) => route.placed) ?? usual
}

/**
 * The URL of a route: the mount (base URL and prefix), the path with its `{name}` parts filled in, and the query.
 * A route that is not mounted under the canonical prefix is taken under its own first mount.
 */
export function routeUrl(options: {
  route: Route
  mount: string
  /** Base URL without the prefix. */
  base: string
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
}): string {
  const { route, params, query } = options
  const mount = route.mounts && !route.mounts.includes('/api/input') ? options.base + route.mounts[0] : options.mount
  const path = fillPath(route.path, params)
  const asked = queryText(query)
  return mount + path + (path.includes('?') ? asked.replace('?', '&') : asked)
}

/** A path with its `{name}` parts filled in. Refuses a part that is missing or would change the path. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return fillTemplate(path, (name) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..' || !value.isWellFormed()) {
      const kind = typeof value === 'string' ? 'an id' : 'an id as text'
      const fault = value === undefined ? 'is missing' : `must be ${kind}, not ${JSON.stringify(value)}`
      throw new InputError('ARGUMENT_INVALID', `\`${name}\` ${fault}`, `Pass it in \`params\`: { ${name}: '…' }.`)
    }
    return value
  })
}

/** `?name=value&…`, members that are undefined or null left out; '' if nothing is left. */
export function queryText(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}
