import { isOfConnection } from '../webhooks/end-to-end-headers.js'

/** Name and value of each header, in the case they were sent. */
export type Pairs = readonly (readonly [name: string, value: string])[]

/** The headers of a message as Node gives them, in pairs. */
export function pairsOf(raw: readonly string[]): Pairs {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at]!, raw[2 * at + 1]!] as const)
}

/** The headers that travel on: without those of the one connection, and without those that `Connection` names. */
export function endToEndPairs(headers: Pairs): Pairs {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(/[\s,]+/))
  // A length is never of the connection, whoever says so: without it the body would have no end.
  const gone = new Set(named.filter((name) => name !== 'content-length'))
  return headers.filter(([name]) => !isOfConnection(name) && !gone.has(name.toLowerCase()))
}

/** The two ends of a recorder: the service, and where applications find this program. */
export interface Ends {
  target: URL
  /** The origin of the recorder. */
  own: string
}

/**
 * The path of a request at the service, exactly as it was sent behind the path of the target; undefined if it names another host.
 */
export function pathAtTarget(target: URL, sent: string): string | undefined {
  return sent.startsWith('/') ? basePath(target) + sent : undefined
}

/** Where a redirect leads for the application: to the recorder where it leads to the service, else as it is. */
export function rewriteLocation(location: string, { target, own }: Ends): string {
  const isAbsolute = /^(https?:)?\/\//i.test(location)
  if ((!isAbsolute && !location.startsWith('/')) || !URL.canParse(location, target.origin)) return location
  const { origin, pathname, search, hash } = new URL(location, target.origin)
  const base = basePath(target)
  if (origin !== target.origin || (pathname !== base && !pathname.startsWith(`${base}/`))) return location
  if (!isAbsolute && base === '') return location
  return `${isAbsolute ? own : ''}${pathname.slice(base.length) || '/'}${search}${hash}`
}

function basePath({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '')
}
