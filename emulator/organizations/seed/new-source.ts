import type { SeedSource } from '../../../src/contract/seed.js'
import { invalid } from '../../core/refusal.js'
import { findOptionFaults, newField } from '../../operations/create-source.js'
import { startingWith } from '../../state/ids.js'
import type { Source } from '../../state/state.js'
import { numberOf } from './given-ids.js'
import type { StagedChanges } from './staged-changes.js'

/** A new source, published by default; fields are DEPTH_TEXT by default. */
export function newSource(staged: StagedChanges, groupId: number, wanted: SeedSource, path: string): Source {
  const questions = (wanted.fields ?? []).map(({ text, type = 'DEPTH_TEXT', options, required }) => ({
    question_text: text,
    type,
    ...(options === undefined ? {} : { options }),
    ...(required === undefined ? {} : { required }),
  }))
  const faults = Object.entries(findOptionFaults(questions))
  if (faults.length > 0) {
    const moved = faults.map(([at, texts]) => [`${path}.${at.replace(/^questions/, 'fields')}`, texts])
    throw invalid(Object.fromEntries(moved))
  }
  const now = staged.now()
  return {
    id: numberOf(wanted.id) ?? staged.ids.next('source'),
    groupId,
    title: wanted.title,
    description: wanted.description ?? null,
    feedbackType: wanted.feedback_type ?? 'survey',
    createdAt: now,
    publishedAt: wanted.published === false ? null : now,
    fields: questions.map((question, index) =>
      newField(question, startingWith(staged.ids, 'field', numberOf(wanted.fields?.[index]?.id))),
    ),
  }
}
