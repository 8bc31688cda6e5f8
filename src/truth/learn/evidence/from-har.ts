import { parseMessage } from '../../../base/parse-json.js'
import { isFileType } from '../../../contract/facts/body-places.js'
import type { Exchange } from '../../../har/index.js'
import type { SeenExchange } from './evidence.js'
import { readForm } from './form.js'

/** Paths of the service that the interface shows under every prefix. */
const OF_THE_SERVICE = /\/api\/(input|v1)\//

/** An exchange as learning takes it: bodies that were not kept whole, or are neither JSON nor a form, are left out. */
export function seenExchange({
  method,
  url,
  status,
  incomplete,
  startedAt,
  requestHeaders,
  responseHeaders,
  ...bodies
}: Exchange): SeenExchange {
  const { pathname, searchParams } = new URL(url)
  const sent = incomplete.includes('request') ? undefined : bodies.requestBody
  const isForm = /^multipart\/form-data/i.test(requestHeaders['content-type'] ?? '')
  const form = isForm && sent ? readForm(sent) : undefined
  const isFile = isFileType(requestHeaders['content-type'] ?? '')
  const requestBody = form ?? (isFile && sent ? sent : jsonOf(sent))
  const responseBody = incomplete.includes('response') ? undefined : jsonOf(bodies.responseBody)
  return {
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    ...(requestBody === undefined ? {} : { requestBody }),
    ...(form && { isForm: true }),
    status,
    responseHeaders,
    ...(startedAt === undefined ? {} : { seenOn: new Date(startedAt).toISOString().slice(0, 10) }),
    ...(responseBody === undefined ? {} : { responseBody }),
  }
}

function jsonOf(body: Uint8Array | undefined): unknown {
  return body && parseMessage(new TextDecoder().decode(body))
}

/** Whose exchanges a recording holds. */
export interface RecordedHost {
  /** The origin of the service; absent if nothing was answered. */
  origin?: string
  /** Others that have as much of a service. */
  rivals: readonly string[]
}

/**
 * The service among the hosts of a recording, which may hold what a browser or an application asked of others: that of the base URL in
 * use, else the host that was sent the most keys and has the most of the service's paths.
 */
export function serviceHost(exchanges: readonly Exchange[], baseUrl?: string): RecordedHost {
  const votes = new Map<string, number>()
  for (const { url, requestHeaders } of exchanges.filter(isAnswered)) {
    const { origin, pathname } = new URL(url)
    const hasKey = /^bearer /i.test(requestHeaders.authorization ?? '')
    votes.set(origin, (votes.get(origin) ?? 0) + (hasKey ? 1 : 0) + (OF_THE_SERVICE.test(`${pathname}/`) ? 1 : 0))
  }
  const own = baseUrl === undefined ? undefined : new URL(baseUrl).origin
  if (own !== undefined && votes.has(own)) return { origin: own, rivals: [] }
  const most = Math.max(0, ...votes.values())
  const [origin, ...rivals] = [...votes.keys()].filter((each) => votes.get(each) === most)
  return { ...(origin === undefined ? {} : { origin }), rivals }
}

/** The exchanges with one host, that of the service by default. What was never answered shows nothing. */
export function ofTheService(
  exchanges: readonly Exchange[],
  origin: string | undefined = serviceHost(exchanges).origin,
): Exchange[] {
  return exchanges.filter((each) => isAnswered(each) && new URL(each.url).origin === origin)
}

function isAnswered({ status, method }: Exchange): boolean {
  return status > 0 && method !== 'OPTIONS'
}
