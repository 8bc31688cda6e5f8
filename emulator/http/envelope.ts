import type { Operation, WireWords } from '../../src/contract/operation.js'
import { toRecommended } from '../../src/contract/vocabulary.js'
import type { ServiceSettings } from '../service.js'
import type { OrganizationRecord } from '../state/state.js'

const YEAR_MS = 365 * 24 * 60 * 60_000

export interface Enveloped {
  body: unknown
  headers: Record<string, string>
}

/** Takes payloads in classic words. Bare with `Deprecation` and `Sunset` until the sunset, then `{data}` (VER-11 to VER-14). */
export function envelope(
  row: Operation,
  payload: unknown,
  words: WireWords,
  settings: ServiceSettings,
  organization: OrganizationRecord,
  now: number,
): Enveloped {
  const body = words === 'recommended' ? toRecommended(row.result, payload) : payload
  if (row.unwrapped) return { body, headers: {} }
  const sunsetAt = settings.sunsetAt ?? organization.createdAt + YEAR_MS
  const bare = settings.envelope === 'bare' || (settings.envelope === 'auto' && now <= sunsetAt)
  if (!bare) return { body: { data: body }, headers: {} }
  return { body, headers: { Deprecation: 'true', Sunset: new Date(sunsetAt).toUTCString() } }
}
