import type { FieldMap } from '../../src/contract/errors.js'
import type { NewQuestion } from '../../src/contract/operations/sources.js'
import { findQuestionType, QUESTION_TYPES } from '../../src/contract/question-types.js'
import { recommendedPath } from '../../src/contract/vocabulary.js'
import type { Handler } from '../core/decision.js'
import { named } from '../core/named.js'
import { invalid } from '../core/refusal.js'
import { put } from '../state/change.js'
import type { IdSource } from '../state/ids.js'
import type { Field, Source } from '../state/state.js'
import { requireGroup } from './find-rows.js'
import { sourceOnWire } from './records-on-wire.js'

/** A draft with its fields inside a group (SRC-1 to SRC-23). */
export const createSource: Handler<'createSource'> = ({ body }, { state, now, ids, words, values }) => {
  const questions = body.questions ?? []
  const faults = findOptionFaults(questions)
  if (Object.keys(faults).length > 0) {
    throw invalid(words === 'classic' ? faults : inRecommendedWords(faults))
  }
  const group = requireGroup(state, body.survey_series_id, words)
  const source: Source = {
    id: ids.next('source'),
    groupId: group.id,
    title: body.survey_title,
    description: body.survey_description ?? null,
    feedbackType: body.feedback_type ?? values['default-feedback-type'].feedback_type,
    createdAt: now,
    publishedAt: values['draft-at-creation'].rule === 'published' ? now : null,
    fields: questions.map((question) => newField(question, ids)),
  }
  return {
    answer: sourceOnWire(source),
    summary: `created ${named('source', source)} in ${named('group', group)}`,
    changes: [put('sources', source.id, source)],
    events: [
      {
        event: 'survey.created',
        data: { survey_series_id: group.id, survey_id: source.id, survey_name: source.title },
      },
    ],
  }
}

/** A field as it is asked for, with an identifier of its own. */
export function newField(question: NewQuestion, ids: IdSource): Field {
  return {
    id: ids.next('field'),
    text: question.question_text,
    type: findQuestionType(question.type)!,
    options: question.options ?? [],
    required: question.required ?? false,
    itemCount: 0,
  }
}

/** Options are required for MCQ and SCQ, and mean nothing elsewhere (contract.md section 5). */
export function findOptionFaults(questions: readonly NewQuestion[]): FieldMap {
  const faults: FieldMap = {}
  for (const [index, question] of questions.entries()) {
    const { takesOptions } = QUESTION_TYPES[findQuestionType(question.type)!]
    const path = `questions[${index}].options`
    if (takesOptions && !question.options) faults[path] = ['is required for MCQ and SCQ: 2 to 50 distinct strings']
    if (!takesOptions && question.options) faults[path] = ['is only for MCQ and SCQ']
  }
  return faults
}

function inRecommendedWords(faults: FieldMap): FieldMap {
  return Object.fromEntries(Object.entries(faults).map(([path, messages]) => [recommendedPath(path), messages]))
}
