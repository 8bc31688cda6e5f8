import { count } from '../../src/base/count.js'
import type { Handler } from '../core/decision.js'
import { inWords } from '../core/input.js'
import { named } from '../core/named.js'
import { invalid, notFound } from '../core/refusal.js'
import { requireSource } from './find-rows.js'
import { insertItems, requireCredits } from './insert-items.js'
import { findContentFaults, insertionOf, loadScope, requirePublished, takesText, withoutFaulty } from './push-checks.js'

/** Items for one field of a published source; one bad item refuses the request (PSH-1 to PSH-24). */
export const pushContent: Handler<'pushContent'> = async ({ body }, context) => {
  const { state, words } = context
  const { question_id: fieldId, content: sent } = body.question
  const faults = findContentFaults(sent, 'question.content', context)
  const takesRest = context.values['atomic-push'].rule === 'each-item'
  const content = takesRest ? withoutFaulty(sent, faults) : sent
  if (Object.keys(faults).length > 0 && (!takesRest || content.length === 0)) throw invalid(inWords(faults, words))
  const source = requireSource(state, body.survey_id, body.survey_series_id, words)
  const field = source.fields.find((each) => String(each.id) === fieldId)
  if (!field) throw notFound(words === 'classic' ? 'question' : 'field', fieldId)
  if (!takesText(field)) throw invalid(inWords({ 'question.question_id': ['does not accept text'] }, words))
  requirePublished(source)
  await loadScope(source, context)
  const insertion = insertionOf(source, field, content, context)
  const frame = {
    ...context,
    source,
    environment: context.requireKey().environment,
    sourceReference: body.source_reference ?? null,
  }
  requireCredits([insertion], frame)
  if (!context.idempotent && !content.some((item) => typeof item === 'object' && item.external_id)) {
    context.hint('without an Idempotency-Key or external_id, a retried push stores its items twice')
  }
  const { changes, items, events, inserted, duplicates, aps } = insertItems([insertion], frame)
  return {
    answer: {
      survey_series_id: String(source.groupId),
      survey_id: String(source.id),
      question_id: String(field.id),
      inserted,
      duplicates,
      rows_accepted: inserted + duplicates,
      aps_deducted: aps,
    },
    summary: `pushed ${count(inserted, 'item')} to ${named('source', source)}`,
    changes,
    items,
    events,
  }
}
