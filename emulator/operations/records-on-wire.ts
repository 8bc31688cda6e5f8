import type { ResultOf } from '../../src/contract/operations/index.js'
import { QUESTION_TYPES } from '../../src/contract/question-types.js'
import { formatTime } from '../../src/contract/times.js'
import type { Field, Group, Source } from '../state/state.js'

type ListedGroup = ResultOf<'listSources'>['survey_series'][number]
export type SourceOnWire = ListedGroup['surveys'][number]

/** A group as the listing and creation show it. */
export function groupOnWire(group: Group): Omit<ListedGroup, 'surveys'> {
  return {
    survey_series_id: String(group.id),
    name: group.name,
    tracking: group.tracking,
    created_at: formatTime(group.createdAt),
  }
}

/** A source as the listing, creation and publishing show it (LST-3 to LST-5). */
export function sourceOnWire(source: Source): SourceOnWire {
  return {
    survey_id: String(source.id),
    survey_series_id: String(source.groupId),
    survey_title: source.title,
    survey_description: source.description,
    feedback_type: source.feedbackType,
    mode: source.publishedAt === null ? 'EDITING' : 'ACCESSIBLE',
    created_at: formatTime(source.createdAt),
    published_at: source.publishedAt === null ? null : formatTime(source.publishedAt),
    item_count: source.fields.reduce((sum, field) => sum + field.itemCount, 0),
    questions: source.fields.map(fieldOnWire),
  }
}

function fieldOnWire(field: Field): SourceOnWire['questions'][number] {
  return {
    question_id: String(field.id),
    question_text: field.text,
    type: field.type,
    accepts_text: QUESTION_TYPES[field.type].acceptsText,
    options: field.options,
    item_count: field.itemCount,
  }
}
