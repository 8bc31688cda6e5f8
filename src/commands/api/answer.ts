import type { Factory } from '../../cli/factory.js'
import { printable, printableJson, printableLine } from '../../cli/printable.js'
import { reportError } from '../../cli/report-error.js'
import { WrongHostError } from '../../client/errors.js'
import { parseJson } from '../../client/payload.js'
import { createRedact } from '../../client/redact.js'
import { errorOfAnswer } from '../../client/service-error.js'
import type { WireResponse } from '../../contract/wire.js'
import { presented, type Result } from '../../output/outcome.js'

/** The body of an answer as it came; that of an error too, which is also told on stderr and gives the exit code. */
export async function showAnswer(
  response: WireResponse,
  { include, url }: { include: boolean; url: string },
  { world, globals, screen }: Factory,
): Promise<Result> {
  requireNoWebPage(response, url)
  const text = new TextDecoder().decode(response.body)
  const json = parseJson(text)
  const { status, headers } = response
  const data = include ? { status, headers, body: json ?? text } : (json ?? (text === '' ? undefined : text))
  const body = json === undefined ? printable(text) : jsonText(json, text, world.stdout.isTerminal)
  const lines = [...(include ? headLines(response) : []), ...(body === '' ? [] : [body.replace(/\n$/, '')])]
  // The text keeps what a person may copy: control characters stand in it as JSON writes them.
  const shown = presented({ data, shown: undefined, view: () => lines })
  if (status >= 200 && status < 300) return shown
  return { ...shown, exitCode: await reportError(errorOfAnswer(response, url, createRedact([])), globals, screen) }
}

/** Refuses a page for people: only a wrong host sends one with a 2xx (CLI-1). */
export function requireNoWebPage({ status, headers, body }: WireResponse, url: string): void {
  const head = new TextDecoder().decode(body.subarray(0, 200))
  const isPage = /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(head)
  if (isPage && status < 300) throw new WrongHostError(url, 'it answers with a web page')
}

function jsonText(json: unknown, text: string, isTerminal: boolean): string {
  return printableJson(isTerminal ? JSON.stringify(json, null, 2) : text)
}

function headLines({ status, headers }: WireResponse): string[] {
  const lines = Object.entries(headers).map(([name, value]) => printableLine(`${name}: ${value}`))
  return [`HTTP ${status}`, ...lines, '']
}
