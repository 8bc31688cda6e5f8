import type { Handler } from '../core/decision.js'
import { inWords } from '../core/input.js'
import { named } from '../core/named.js'
import { invalid } from '../core/refusal.js'
import { put } from '../state/change.js'
import { requireSource } from './find-rows.js'
import { sourceOnWire } from './records-on-wire.js'

/** Turns a draft into a source that takes content; a second publish changes nothing (PUB-1 to PUB-4). */
export const publishSource: Handler<'publishSource'> = ({ body }, { state, now, words, values }) => {
  const source = requireSource(state, body.survey_id, body.survey_series_id, words)
  if (source.publishedAt !== null && values['publish-twice'].rule === 'refused') {
    throw invalid(inWords({ survey_id: ['is the title of a source that is already published'] }, words))
  }
  if (source.publishedAt !== null) return { answer: { ...sourceOnWire(source), already_published: true } }
  const published = { ...source, publishedAt: now }
  return {
    answer: { ...sourceOnWire(published), already_published: false },
    summary: `published ${named('source', source)}`,
    changes: [put('sources', source.id, published)],
    events: [
      {
        event: 'survey.published',
        data: { survey_series_id: source.groupId, survey_id: source.id, survey_name: source.title },
      },
    ],
  }
}
