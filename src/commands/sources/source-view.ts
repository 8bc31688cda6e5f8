import type { There } from '../../client/gaps.js'
import { detailLines } from '../../output/details.js'
import { moment, orDash } from '../../output/show.js'
import { tableLines } from '../../output/table.js'
import type { Style } from '../../terminal/style.js'
import { FIELD_COLUMNS, modeText } from './columns.js'
import type { SourceInList } from './with-group.js'

/** A source with its fields, as lines. */
export function sourceView(source: There<SourceInList>, style: Style): string[] {
  const { questions = [], group_name: group, survey_series_id: id } = source
  const facts = detailLines(
    [
      ['source', `${orDash(source.survey_title)} (${orDash(source.survey_id)})`],
      ['group', group === undefined ? orDash(id) : `${group} (${orDash(id)})`],
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
