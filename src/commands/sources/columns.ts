import type { Column } from '../../output/outcome.js'
import { day, lengthText } from '../../output/show.js'

/** What is shown of a source in a list. */
export const SOURCE_COLUMNS: readonly Column[] = [
  { key: 'survey_id', title: 'ID', numeric: true, required: true },
  { key: 'survey_title', title: 'TITLE', flexible: true, required: true },
  { key: 'group_name', title: 'GROUP', flexible: true },
  { key: 'mode', title: 'STATE', show: modeText },
  { key: 'item_count', title: 'ITEMS', numeric: true, quantity: true },
  { key: 'questions', title: 'FIELDS', numeric: true, show: lengthText },
  { key: 'feedback_type', title: 'TYPE' },
  { key: 'created_at', title: 'CREATED', show: day },
]

/** What is shown of a field. */
export const FIELD_COLUMNS: readonly Column[] = [
  { key: 'question_id', title: 'FIELD', numeric: true, required: true },
  { key: 'type', title: 'TYPE' },
  { key: 'question_text', title: 'QUESTION', flexible: true },
  { key: 'item_count', title: 'ITEMS', numeric: true, quantity: true },
  { key: 'accepts_text', title: 'TAKES TEXT', required: true, show: (value) => (value === true ? 'yes' : 'no') },
]

/** `published` or `draft`; a mode no one knows yet stays as it is, and none is nothing. */
export function modeText(mode: unknown): string {
  return mode === 'ACCESSIBLE' ? 'published' : mode === 'EDITING' ? 'draft' : String(mode ?? '')
}
