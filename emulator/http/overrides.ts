import { listAssumptions } from '../../src/contract/assumptions.js'
import type { FieldMap } from '../../src/contract/errors.js'
import { invalid, type Refusal } from './refusal.js'

/** What is known by now of an error this project had to guess: by the id of its assumption. */
export type Overrides = Readonly<Record<string, { code?: string; status?: number }>>

const ERROR = 'error:'

/** Checked overrides; 400 with a message at the path of each fault. */
export function requireOverrides(raw: unknown): Overrides {
  const faults: FieldMap = {}
  const ids = new Set(listAssumptions().map(({ id }) => id))
  for (const [id, value] of Object.entries((raw ?? {}) as Record<string, unknown>)) {
    const fault = findFault(id, value, ids)
    if (fault !== undefined) faults[id] = [fault]
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return raw as Overrides
}

function findFault(id: string, value: unknown, ids: ReadonlySet<string>): string | undefined {
  if (!ids.has(id)) return 'is no assumption; `inpk emulator assumptions` lists them'
  if (!id.startsWith(ERROR)) return `cannot be overridden; only codes and statuses of errors (${ERROR}CODE) can`
  const { code, status, ...others } = (value ?? {}) as { code?: unknown; status?: unknown }
  if (typeof value !== 'object' || Object.keys(others).length > 0) return 'must be an object of code and status'
  if (code !== undefined && !(typeof code === 'string' && /^\w{1,100}$/.test(code))) return 'code must be a word'
  const isStatus = Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599
  return status === undefined || isStatus ? undefined : 'status must be 400 to 599'
}

/** Status and code a refusal is told with. */
export function shownAs({ code, status }: Refusal, overrides: Overrides): { code: string; status: number } {
  const known = overrides[`${ERROR}${code}`]
  return { code: known?.code ?? code, status: known?.status ?? status }
}
