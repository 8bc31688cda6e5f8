import type { ExchangeEvent } from '../client/client-types.js'
import { printable, printableLine } from '../terminal/printable.js'
import type { Factory } from './factory.js'

/**
 * Warns of what the emulator hints at, once each; an error says that itself. Writes each exchange to stderr: a line with `--verbose`,
 * headers and bodies too with `--debug`. Secrets are already removed.
 */
export function watchExchanges({ globals, screen }: Factory): (event: ExchangeEvent) => void {
  const warned = new Set<string>()
  return (event) => {
    const { hint, status = 0 } = event
    if (hint !== undefined && status < 400 && !warned.has(hint)) {
      warned.add(hint)
      void screen.warn(hint)
    }
    if (!globals.verbose && !globals.debug) return
    void screen.line(screen.style.dim(exchangeLine(event)))
    if (globals.debug) void screen.line(screen.style.dim(exchangeDetail(event)))
  }
}

/** `GET /api/input/me 200 12 ms`, with what follows from it. */
export function exchangeLine({
  method,
  path,
  status,
  ms,
  requestId,
  error,
  attempt,
  retryInMs,
}: Omit<ExchangeEvent, 'operation' | 'detail'>): string {
  const parts = [
    `${method} ${path}`,
    status === undefined ? `no response: ${error}` : String(status),
    `${Math.round(ms)} ms`,
  ]
  if (attempt > 1) parts.push(`try ${attempt}`)
  if (requestId) parts.push(requestId)
  if (retryInMs !== undefined) parts.push(`again in ${(retryInMs / 1_000).toFixed(1)} s`)
  return printableLine(parts.join('  '))
}

function exchangeDetail(event: ExchangeEvent): string {
  const { requestHeaders, requestBody, responseHeaders, responseBody } = event.detail()
  const lines = [...headerLines('>', requestHeaders), requestBody, ...headerLines('<', responseHeaders), responseBody]
  return printable(lines.filter((line) => line !== '').join('\n'))
}

function headerLines(mark: string, headers: Record<string, string>): string[] {
  return Object.entries(headers).map(([name, value]) => `${mark} ${name}: ${value}`)
}
