import type { SourceRecord } from '../../client/each-group.js'
import type { There } from '../../client/gaps.js'
import { detailLines } from '../../output/details.js'
import { moment, orDash } from '../../output/show.js'
import { tableLines } from '../../output/table.js'
import type { Style } from '../../terminal/style.js'
import { FIELD_COLUMNS, modeText } from './columns.js'

/** A source with its fields, as lines. */
export function sourceView(source: There<SourceRecord>, style: Style): string[] {
  const { questions = [] } = source
  const facts = detailLines(
    [
      ['source', `${orDash(source.survey_title)} (${orDash(source.survey_id)})`],
      ['group', orDash(source.survey_series_id)],
      ['state', orDash(modeText(source.mode))],
      ['type', orDash(source.feedback_type)],
      ...(source.survey_description ? [['description', source.survey_description] as const] : []),
      ['items', orDash(source.item_count)],
      ['created', moment(source.created_at)],
      ['published', moment(source.published_at)],
    ],
    style,
  )
  return questions.length === 0 ? facts : [...facts, '', ...tableLines(FIELD_COLUMNS, questions, style)]
}
