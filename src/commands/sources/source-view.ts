import { optional } from '../../client/checked-payload.js'
import { detailLines } from '../../output/details.js'
import { moment } from '../../output/show.js'
import { tableLines } from '../../output/table.js'
import type { Style } from '../../terminal/style.js'
import type { SourceRecord } from '../listing.js'
import { FIELD_COLUMNS, modeText } from './columns.js'

/** A source with its fields, as lines. */
export function sourceView(source: SourceRecord, style: Style): string[] {
  const { questions, mode } = source
  const shown = optional(source)
  const facts = detailLines(
    [
      ['source', `${source.survey_title} (${source.survey_id})`],
      ['group', shown.survey_series_id ?? ''],
      ['state', modeText(mode)],
      ['type', shown.feedback_type ?? ''],
      ...(shown.survey_description ? [['description', shown.survey_description] as const] : []),
      ['items', String(shown.item_count ?? '')],
      ['created', moment(shown.created_at)],
      ['published', moment(shown.published_at)],
    ],
    style,
  )
  return questions.length === 0 ? facts : [...facts, '', ...tableLines(FIELD_COLUMNS, questions, style)]
}
