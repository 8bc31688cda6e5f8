import { saidByDetails } from '../client/details.js'
import { createRedact } from '../client/redact.js'
import { isForMachines } from '../output/format.js'
import { printable, printableJson, printableLine } from '../terminal/printable.js'
import { wrapMessage } from '../terminal/width.js'
import { describeError, type ErrorReport } from './describe-error.js'
import type { Globals } from './global-options.js'
import type { Screen } from './screen.js'
import { nameRecords, nameTyped, type Typed } from './typed-members.js'

/** A key that was mistaken for a word of the command line is not repeated. */
const REDACT = createRedact([])

/** Prints an error on stderr, as one JSON object or as lines for a person, and gives its exit code, also when nothing can be printed. */
export async function reportError(
  error: unknown,
  { globals, typed }: { globals: Globals; typed?: Typed | undefined },
  screen: Screen,
): Promise<number> {
  const report = describeError(error)
  const lines = [isProgram(globals, screen) ? errorJson(report) : errorLines(report, screen, typed).join('\n')]
  if (globals.debug && error instanceof Error && error.stack) lines.push(printable(error.stack))
  try {
    for (const line of lines) await screen.line(REDACT(line))
  } catch {
    // stderr is full or closed.
  }
  return report.exitCode
}

/** Whether errors are read by a program. `--jq` alone is about the result: on a terminal its errors are for the person there. */
function isProgram(globals: Globals, { isTerminal, isLogged }: Screen): boolean {
  if (isLogged) return true
  const isFiltered = globals.jq !== undefined && !globals.json && globals.output === undefined
  return isForMachines(globals) && !(isFiltered && isTerminal)
}

/** `{"error":{…}}` on one line (cli.md section 1 "Errors"). */
export function errorJson({ code, message, status, details, retryable, hint, requestId }: ErrorReport): string {
  return printableJson(
    JSON.stringify({ error: { code, message, status, details, retryable, hint, request_id: requestId } }),
  )
}

/** What failed and why, each fault by its path, what to do next, the code and the request id. */
function errorLines(report: ErrorReport, screen: Screen, typed: Typed | undefined): string[] {
  return report.code === 'INTERRUPTED' ? ['Interrupted.'] : faultLines(report, screen, typed)
}

function faultLines(
  { message, details, hint, code, sentCode = code, status, requestId, asked }: ErrorReport,
  { style }: Screen,
  typed: Typed | undefined,
): string[] {
  const isRefused = code === 'ARGUMENT_INVALID' || (code === 'VALIDATION_ERROR' && status !== null)
  const inTyped = (text: string) => nameRecords(typed && isRefused ? nameTyped(text, typed) : text)
  const facts = [
    status === null ? code : `${sentCode}, ${status}`,
    ...(asked ? [asked] : []),
    ...(requestId ? [`request ${requestId}`] : []),
  ]
  return [
    `${style.red('error:')} ${printable(inTyped(message))}`,
    ...detailLines(details, message, hint).map((line) => `  ${printableLine(inTyped(line))}`),
    ...(hint ? [printable(hint)] : []),
    style.dim(printableLine(`(${facts.join('; ')})`)),
  ].map((line) => wrapMessage(line, style.tableWidth))
}

const DETAILS_SHOWN = 10

/** The faults of a validation error, a line each; nothing for details of another shape, or where the message says it all. */
function detailLines(details: unknown, message: string, hint: string | null): string[] {
  if (details === null || typeof details !== 'object') return []
  if (saysAll(`${message} ${hint ?? ''}`, details)) return []
  const lines = saidByDetails(details)
  if (lines.length === 1 && message === lines[0]!.replace(': ', ' ')) return []
  const hidden = lines.length - DETAILS_SHOWN
  const shown = underPlaces(lines.slice(0, DETAILS_SHOWN))
  return hidden > 0 ? [...shown, `and ${hidden} more (--json shows all)`] : shown
}

/** Lines of which those that only name something of the same place stand below it, so that it is said once. */
function underPlaces(lines: readonly string[]): string[] {
  const [places, names] = [1, 2].map((part) => lines.map((line) => /^(\S+): (\S+)$/.exec(line)?.[part]))
  return lines.flatMap((line, at) => {
    const place = places![at]
    const isAfter = place !== undefined && places![at - 1] === place
    if (!isAfter && (place === undefined || places![at + 1] !== place)) return [line]
    return [...(isAfter ? [] : [`${place}:`]), `  ${names![at]}`]
  })
}

/** Whether a text lists the names that the details hold, such as the columns of a file: they need no second list. */
function saysAll(text: string, details: object): boolean {
  const said = new Set(text.split(/[\s,;"`]+/).flatMap((word) => [word, word.replace(/[.:]$/, '')]))
  const names = Object.values(details).flat()
  return !Array.isArray(details) && names.length > 0 && names.every((name) => said.has(name))
}
