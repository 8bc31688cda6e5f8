import { detailLines } from '../../output/details.js'
import { moment } from '../../output/show.js'
import type { Style } from '../../output/style.js'
import { tableLines } from '../../output/table.js'
import type { SourceRecord } from '../listing.js'
import { FIELD_COLUMNS, modeText } from './columns.js'

/** A source with its fields, as lines. */
export function sourceView(source: SourceRecord, style: Style): string[] {
  const { questions = [] } = source
  const facts = detailLines(
    [
      ['source', `${source.survey_title} (${source.survey_id})`],
      ['group', source.survey_series_id],
      ['state', modeText(source.mode)],
      ['type', source.feedback_type],
      ...(source.survey_description ? [['description', source.survey_description] as const] : []),
      ['items', String(source.item_count)],
      ['created', moment(source.created_at)],
      ['published', moment(source.published_at)],
    ],
    style,
  )
  return questions.length === 0 ? facts : [...facts, '', ...tableLines(FIELD_COLUMNS, questions, style)]
}
