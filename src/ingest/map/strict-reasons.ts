import { DROPPED_MEMBERS, ITEM_MEMBERS, type MemberKind } from '../../contract/items/members.js'
import type { WarningKind } from '../warnings.js'

const NEEDED = {
  text: 'cannot be taken',
  language: 'must be a BCP 47 language tag, such as en or pt-BR',
  number: 'must be a finite number',
  time: 'must be an ISO-8601 time or a plain date, at most a day ahead',
} as const satisfies Partial<Record<MemberKind, string>>

/** Why a row is rejected where nothing may be left out; kinds that are not here lose nothing. */
export const STRICT_REASONS: Partial<Record<WarningKind, string>> = {
  damaged_ids: 'external_id was damaged by a spreadsheet, or is a formula without a value; format its column as text',
  cell_errors: 'a cell holds an error, or a formula without a value',
  ...Object.fromEntries(
    DROPPED_MEMBERS.map((member) => [`dropped_${member}`, `${member} ${NEEDED[ITEM_MEMBERS[member].kind]}`]),
  ),
}
