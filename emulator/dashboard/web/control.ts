import { fillTemplate } from '../../../src/base/path-template.js'
import {
  CONTROL_PREFIX,
  type ControlBodyOf,
  type ControlId,
  type ControlQueryOf,
  type ControlResultOf,
  controlRowOf,
} from '../../../src/contract/control/index.js'
import { machineNow } from './browser.js'

export interface RequestInput<Id extends ControlId> {
  params?: Readonly<Record<string, string>>
  query?: ControlQueryOf<Id>
  body?: ControlBodyOf<Id>
  /** Instead of `body`: JSON as it is in a file, however long. */
  file?: Blob
}

/** What the control API said no with. */
export class ControlError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, readonly string[]>>
  constructor(status: number, code: string, message: string, details: Record<string, string[]> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/**
 * Calls a row of the control table on this very host, for an organisation. Rejects with `ControlError`, status 0 where nothing answered.
 */
export async function callControl<Id extends ControlId>(
  orgId: string,
  id: Id,
  input: RequestInput<Id> = {},
): Promise<ControlResultOf<Id>> {
  const row = controlRowOf(id)
  const body = row.body ? (input.file ?? JSON.stringify(input.body ?? {})) : undefined
  const answer = await fetch(controlUrl(orgId, id, input), {
    method: row.method,
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    throw new ControlError(0, 'UNREACHABLE', "The emulator isn't responding. Is it still running?")
  })
  if (answer.status === 204) return undefined as ControlResultOf<Id>
  if (!answer.ok) throw await errorOf(answer)
  return (row.media === undefined ? answer.json() : answer.text()) as Promise<ControlResultOf<Id>>
}

/** The address of a row, with its path and query filled in. */
export function controlUrl<Id extends ControlId>(
  orgId: string,
  id: Id,
  { params, query }: RequestInput<Id> = {},
): string {
  const values: Record<string, string> = { org_id: orgId, ...params }
  const path = fillTemplate(controlRowOf(id).path, (name) => values[name] ?? '')
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return `${CONTROL_PREFIX}${path}${given.length === 0 ? '' : `?${search}`}`
}

/** What this page's time is to that of a clock, in milliseconds. */
export function aheadOfMachine(time: string): number {
  return Date.parse(time) - machineNow()
}

async function errorOf(answer: Response): Promise<ControlError> {
  const { error } = (await answer.json().catch(() => ({}))) as { error?: Partial<ControlError> & { message?: string } }
  return new ControlError(
    answer.status,
    error?.code ?? `HTTP_${answer.status}`,
    error?.message ?? `The emulator answered with ${answer.status}.`,
    (error?.details ?? {}) as Record<string, string[]>,
  )
}
