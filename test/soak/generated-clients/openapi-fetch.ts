import createClient from 'openapi-fetch'
import { must, serviceOf } from './everyday.js'
import type { components, paths } from './generated/openapi-typescript.js'

const { prefix, key } = serviceOf(process.env)
const client = createClient<paths>({ baseUrl: prefix, headers: { authorization: `Bearer ${key}` } })

const group = must((await client.POST('/feedback_groups/create', { body: { name: 'Support' } })).data)
const source: components['schemas']['Source'] = must(
  (
    await client.POST('/sources/create', {
      body: {
        feedback_group_id: group.feedback_group_id,
        source_title: 'Reviews',
        fields: [{ type: 'DEPTH_TEXT', field_text: 'Review' }],
        feedback_type: 'app_review',
      },
    })
  ).data,
)
const published = must((await client.POST('/sources/publish', { body: { source_id: source.source_id } })).data)
must(published.mode === 'ACCESSIBLE')
const { error } = await client.POST('/feedback_groups/create', { body: { name: 'x' } })
must(error?.error.code === 'VALIDATION_ERROR')
const pushed = must(
  (
    await client.POST('/feedback/push', {
      body: {
        feedback_group_id: group.feedback_group_id,
        source_id: source.source_id,
        field: {
          field_id: must(source.fields[0]).field_id,
          content: ['Quick.', { text: 'Late.', customer_id: 'C-1' }],
        },
      },
    })
  ).data,
)
must(pushed.inserted === 2)
const listed = must((await client.GET('/sources/list', { params: { query: { limit: 10 } } })).data)
must(
  listed.feedback_groups.find((each) => each.feedback_group_id === group.feedback_group_id)?.sources[0]?.item_count ===
    2,
)
const page = must(
  (await client.GET('/feedback', { params: { query: { source_id: source.source_id, limit: 1 } } })).data,
)
must(page.items.length === 1 && page.pagination.has_more)
const analysis = must((await client.GET('/sources/{id}/analysis', { params: { path: { id: source.source_id } } })).data)
must(['none', 'available'].includes(analysis.analysis_status))
const erased = must((await client.POST('/feedback/erase', { body: { customer_ids: ['C-1'] } })).data)
must(erased.erased === 1)
