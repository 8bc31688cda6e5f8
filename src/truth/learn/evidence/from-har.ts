import { parseJson } from '../../../base/parse-json.js'
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
  const requestBody = form ?? jsonOf(sent)
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
  return body && parseJson(new TextDecoder().decode(body))
}

/**
 * The exchanges with the service among those of a recording, which may hold what a browser or an application asked of others: those of
 * the host that was sent the most keys, or that has the most of the service's paths. What was never answered shows nothing.
 */
export function ofTheService(exchanges: readonly Exchange[]): Exchange[] {
  const answered = exchanges.filter(({ status, method }) => status > 0 && method !== 'OPTIONS')
  const votes = new Map<string, number>()
  for (const { url, requestHeaders } of answered) {
    const { origin, pathname } = new URL(url)
    const hasKey = /^bearer /i.test(requestHeaders.authorization ?? '')
    votes.set(origin, (votes.get(origin) ?? 0) + (hasKey ? 1 : 0) + (OF_THE_SERVICE.test(`${pathname}/`) ? 1 : 0))
  }
  const [origin] = [...votes].reduce<[string | undefined, number]>((a, b) => (b[1] > a[1] ? b : a), [undefined, -1])
  return answered.filter(({ url }) => new URL(url).origin === origin)
}
