import { must, serviceOf } from './everyday.js'
import * as api from './generated/orval.js'

const { prefix, key } = serviceOf(process.env)
// What it generates names the server of the description, which was another emulator.
const ask = globalThis.fetch
globalThis.fetch = (url, init) => ask(String(url).replace(/^http:\/\/[^/]+/, new URL(prefix).origin), init)

const options = { headers: { authorization: `Bearer ${key}` } }
/** The payload of a success. */
function ok<Answer extends { status: number; data: unknown }>(answer: Answer) {
  must(answer.status < 300)
  return answer.data as Extract<Answer, { status: 200 }>['data']
}

const group = ok(await api.createGroupRecommended({ name: 'Orval' }, options))
const source: api.Source = ok(
  await api.createSourceRecommended(
    {
      feedback_group_id: group.feedback_group_id,
      source_title: 'Reviews',
      fields: [{ type: 'DEPTH_TEXT', field_text: 'Review' }],
      feedback_type: 'app_review',
    },
    options,
  ),
)
const published = ok(await api.publishSourceRecommended({ source_id: source.source_id }, options))
must(published.mode === 'ACCESSIBLE')
const pushed = ok(
  await api.pushContentRecommended(
    {
      feedback_group_id: group.feedback_group_id,
      source_id: source.source_id,
      field: { field_id: must(source.fields[0]).field_id, content: ['Quick.', { text: 'Late.', customer_id: 'C-1' }] },
    },
    options,
  ),
)
must(pushed.inserted === 2)
const listed = ok(await api.listSources({ limit: 10 }, options))
must(
  listed.survey_series.find((each) => each.survey_series_id === group.feedback_group_id)?.surveys[0]?.item_count === 2,
)
const page = ok(await api.listFeedback({ source_id: source.source_id, limit: 1 }, options))
must(page.items.length === 1 && page.pagination.has_more)
const analysis = ok(await api.getAnalysis(source.source_id, undefined, options))
must(['none', 'available'].includes(analysis.analysis_status))
const erased = ok(await api.eraseFeedback({ customer_ids: ['C-1'] }, options))
must(erased.erased === 1)
