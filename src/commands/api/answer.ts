import { isTooDeep, parseJson } from '../../base/parse-json.js'
import { ownSecrets } from '../../cli/environment-secrets.js'
import type { Factory } from '../../cli/factory.js'
import { reportError } from '../../cli/report-error.js'
import { UnexpectedResponseError, WrongHostError } from '../../client/errors.js'
import { createRedact } from '../../client/redact.js'
import { errorOfAnswer, ourWordsUnder } from '../../client/service-error.js'
import type { WireResponse } from '../../contract/wire.js'
import { presented, type Result } from '../../output/outcome.js'
import { printable, printableJson, printableLine } from '../../terminal/printable.js'

/** The body of an answer as it came; that of an error too, which is also printed on stderr and gives the exit code. */
export async function showAnswer(
  response: WireResponse,
  { include, url }: { include: boolean; url: string },
  { client, environment, globals, screen }: Factory,
): Promise<Result> {
  const { status, headers } = response
  const isDone = status >= 200 && status < 300
  const body = new TextDecoder().decode(response.body)
  // An error may repeat what was sent.
  const text = isDone ? body : createRedact(ownSecrets(environment.env))(body)
  if (isTooDeep(text)) throw new UnexpectedResponseError(`The response of ${url} is nested too deeply`)
  const json = parseJson(text)
  if (isDone && json === undefined) requireNoStranger(response, text, url)
  const data = include ? { status, headers, body: json ?? text } : (json ?? (text === '' ? undefined : text))
  const printed = json === undefined ? printable(text) : jsonText(json, text, environment.stdout.isTerminal)
  const lines = [...(include ? headLines(response) : []), ...(printed === '' ? [] : [printed.replace(/\n$/, '')])]
  // The text keeps what a person may copy: control characters are in it as JSON writes them.
  const shown = presented({ data, shown: undefined, view: () => lines })
  if (isDone) return shown
  const words = ourWordsUnder(await (await client()).contract())
  const error = errorOfAnswer(response, url, createRedact([]), undefined, words)
  return { ...shown, exitCode: await reportError(error, { globals }, screen) }
}

/** Refuses a 2xx that is not JSON: only a wrong host sends one (CLI-1). */
function requireNoStranger({ headers }: WireResponse, text: string, url: string): void {
  const type = headers['content-type'] ?? ''
  if (text === '' || type.startsWith('text/event-stream')) return
  throw new WrongHostError(url, /html/i.test(type) ? 'it returned a web page' : 'the response is not JSON')
}

function jsonText(json: unknown, text: string, isTerminal: boolean): string {
  return printableJson(isTerminal ? JSON.stringify(json, null, 2) : text)
}

function headLines({ status, headers }: WireResponse): string[] {
  const lines = Object.entries(headers).map(([name, value]) => printableLine(`${name}: ${value}`))
  return [`HTTP ${status}`, ...lines, '']
}
