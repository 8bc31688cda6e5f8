import type { WarningKind } from '../warnings.js'

/** Why a row is rejected where nothing may be left out; kinds that are not here lose nothing. */
export const STRICT_REASONS: Partial<Record<WarningKind, string>> = {
  damaged_ids: 'external_id was damaged by a spreadsheet, or is a formula without a value; format its column as text',
  cell_errors: 'a cell holds an error, or a formula without a value',
  dropped_customer_id: 'customer_id cannot be taken',
  dropped_channel: 'channel cannot be taken',
  dropped_language: 'language must be a BCP 47 language tag, such as en or pt-BR',
  dropped_rating: 'rating must be a finite number',
  dropped_occurred_at: 'occurred_at must be an ISO-8601 time or a plain date, at most a day ahead',
}
