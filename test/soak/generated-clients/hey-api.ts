import { must, serviceOf } from './everyday.js'
import { client } from './generated/hey-api/client.gen.js'
import * as sdk from './generated/hey-api/index.js'

const { prefix, key } = serviceOf(process.env)
client.setConfig({ baseUrl: prefix, auth: () => key, throwOnError: true })

const group = must((await sdk.createGroupRecommended({ body: { name: 'Hey' } })).data)
const source: sdk.Source = must(
  (
    await sdk.createSourceRecommended({
      body: {
        feedback_group_id: group.feedback_group_id,
        source_title: 'Reviews',
        fields: [{ type: 'DEPTH_TEXT', field_text: 'Review' }],
        feedback_type: 'app_review',
      },
    })
  ).data,
)
const published = must((await sdk.publishSourceRecommended({ body: { source_id: source.source_id } })).data)
must(published.mode === 'ACCESSIBLE')
const content = ['Quick.', { text: 'Late.', customer_id: 'C-1' }]
const pushed = must(
  (
    await sdk.pushContentRecommended({
      body: {
        feedback_group_id: group.feedback_group_id,
        source_id: source.source_id,
        field: { field_id: must(source.fields[0]).field_id, content },
      },
    })
  ).data,
)
must(pushed.inserted === 2)
const listed = must((await sdk.listSources({ query: { limit: 10 } })).data)
must(
  listed.survey_series.find((each) => each.survey_series_id === group.feedback_group_id)?.surveys[0]?.item_count === 2,
)
const page = must((await sdk.listFeedback({ query: { source_id: source.source_id, limit: 1 } })).data)
must(page.items.length === 1 && page.pagination.has_more)
const analysis = must((await sdk.getAnalysis({ path: { id: source.source_id } })).data)
must(['none', 'available'].includes(analysis.analysis_status))
const file = new File(['text\nFrom a file.\n'], 'reviews.csv', { type: 'text/csv' })
const task = must(
  (
    await sdk.uploadFeedback({
      body: { feedback_group_id: group.feedback_group_id, source_id: source.source_id, file },
    })
  ).data,
)
must(task.task_id !== '')
const erased = must((await sdk.eraseFeedback({ body: { customer_ids: ['C-1'] } })).data)
must(erased.erased === 1)
