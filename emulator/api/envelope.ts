import type { Operation, WireWords } from '../../src/contract/operation.js'
import { toRecommended } from '../../src/contract/vocabulary.js'
import { type Names, toWire } from '../core/overrides/names.js'
import type { ServiceSettings } from '../core/service.js'
import type { OrganizationRecord } from '../state/state.js'

export interface Enveloped {
  body: unknown
  headers: Record<string, string>
}

/** What an answer is put on the wire by. */
interface EnvelopeOptions {
  row: Operation
  words: WireWords
  /** Renamed members. */
  names: Names | undefined
}

/** Takes payloads in classic words. Bare with `Deprecation` and `Sunset` until the sunset, then `{data}` (VER-11 to VER-14). */
export function envelope(
  { row, words, names }: EnvelopeOptions,
  payload: unknown,
  settings: ServiceSettings,
  organization: OrganizationRecord,
  now: number,
): Enveloped {
  const body = toWire(names, words === 'recommended' ? toRecommended(row.result, payload) : payload)
  if (row.unwrapped) return { body, headers: {} }
  const sunsetAt = settings.sunsetAt ?? organization.createdAt + settings.overrides.values['envelope-sunset'].after
  const bare = settings.envelope === 'bare' || (settings.envelope === 'auto' && now <= sunsetAt)
  if (!bare) return { body: { data: body }, headers: {} }
  return { body, headers: { Deprecation: 'true', Sunset: new Date(sunsetAt).toUTCString() } }
}
