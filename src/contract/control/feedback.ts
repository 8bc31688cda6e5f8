import { LISTED_MEMBERS } from '../items/schemas.js'
import { Theme } from '../operations/analysis.js'
import { QUESTION_TYPE_NAMES } from '../question-types.js'
import { SentimentDistribution, TRACKINGS } from '../records.js'
import { Nullable, type Static, Time, Type, Words } from '../schema.js'
import { Closed, controlRow, ListOf, PAGES } from './control-row.js'

/**
 * Assumed: control.md has no reading of sources, items and analyses. The dashboard shows them, and better by rows that mirror the
 * operations of the service than by an API key in a page.
 */
const text = Type.String()
const count = Type.Integer({ minimum: 0 })

export const ListedSource = Type.Object({
  source_id: text,
  feedback_group_id: text,
  source_title: text,
  source_description: Nullable(text),
  feedback_type: text,
  mode: Words(['EDITING', 'ACCESSIBLE']),
  created_at: Time,
  published_at: Nullable(Time),
  item_count: count,
  fields: Type.Array(
    Type.Object({
      field_id: text,
      field_text: text,
      type: Words(QUESTION_TYPE_NAMES),
      accepts_text: Type.Boolean(),
      options: Type.Array(text),
      item_count: count,
    }),
  ),
})
export type ListedSource = Static<typeof ListedSource>

const ListedGroup = Type.Object({
  feedback_group_id: text,
  name: text,
  tracking: Words(TRACKINGS),
  created_at: Time,
  sources: Type.Array(ListedSource),
})

export const ListedItem = Type.Object({
  item_id: text,
  feedback_group_id: text,
  source_id: text,
  field_id: text,
  ...LISTED_MEMBERS,
  created_at: Time,
  source_reference: Nullable(text),
})
export type ListedItem = Static<typeof ListedItem>

const listGroupSources = controlRow({
  id: 'listGroupSources',
  noun: 'feedback',
  summary: 'The feedback groups with their sources, as the listing of the service has them',
  method: 'GET',
  path: '/orgs/{org_id}/sources',
  query: Closed(PAGES),
  result: ListOf(ListedGroup),
  status: 200,
  perOrganization: true,
})

const listItems = controlRow({
  id: 'listItems',
  noun: 'feedback',
  summary: 'Pushed items in order of arrival; by source, field, words of the text, or theme of a source',
  method: 'GET',
  path: '/orgs/{org_id}/items',
  query: Closed({
    source_id: Type.Optional(text),
    field_id: Type.Optional(text),
    /** Every word of it is in the text, those in quotation marks as one; a page may come back short with more to follow. */
    text: Type.Optional(text),
    theme_id: Type.Optional(text),
    /** Of a theme only the items of this period. */
    period_key: Type.Optional(text),
    ...PAGES,
  }),
  result: ListOf(ListedItem),
  status: 200,
  perOrganization: true,
})

const getItem = controlRow({
  id: 'getItem',
  noun: 'feedback',
  summary: 'One pushed item',
  method: 'GET',
  path: '/orgs/{org_id}/items/{id}',
  result: ListedItem,
  status: 200,
  perOrganization: true,
})

const getSourceAnalysis = controlRow({
  id: 'getSourceAnalysis',
  noun: 'feedback',
  summary: 'The last analysis of a source, or of a period of it',
  method: 'GET',
  path: '/orgs/{org_id}/sources/{id}/analysis',
  query: Closed({ period_key: Type.Optional(text) }),
  result: Type.Object({
    analysis_status: Words(['none', 'available']),
    analysis_id: Nullable(text),
    feedback_group_id: text,
    source_id: text,
    item_count: count,
    analysed_at: Nullable(Time),
    period_key: Nullable(text),
    sentiment: SentimentDistribution,
    themes: Type.Array(Theme),
    monitor_matches: Type.Array(
      Type.Object({
        monitor_id: text,
        name: text,
        query: Type.Array(text),
        match_count: count,
        share: Type.Number(),
      }),
    ),
  }),
  status: 200,
  perOrganization: true,
})

export const ROWS = { listGroupSources, listItems, getItem, getSourceAnalysis }
