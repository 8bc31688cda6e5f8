import { LIMITS } from '../limits.js'
import { BODY_ERRORS, COMMON_ERRORS, operation } from '../operation.js'
import { GroupRecord, Pagination, PagingQuery, SourceRecord } from '../records.js'
import { named, QueryInteger, Type } from '../schema.js'
import { CREATE_SCOPES } from '../scopes.js'

/** A group as the listing has it. */
const ListedGroup = named(
  Type.Object(
    { ...GroupRecord.properties, surveys: Type.Array(SourceRecord) },
    { description: 'A feedback group: a container of related data sources.' },
  ),
  'Group',
  'SurveySeries',
)

export const listSources = operation({
  id: 'listSources',
  noun: 'groups',
  summary: 'The feedback groups with their sources and fields, in pages of groups',
  routes: [
    { method: 'GET', path: '/surveys/list', words: 'classic', access: 'any' },
    {
      method: 'GET',
      path: '/sources/list',
      words: 'recommended',
      access: 'any',
      assumed: true,
      name: 'listSourcesRecommended',
    },
  ],
  query: Type.Object({
    survey_series_id: QueryInteger({ description: 'Only this group.' }),
    survey_id: QueryInteger({ description: 'Only this source, and the group around it.' }),
    ...PagingQuery,
  }),
  result: named(
    Type.Object({ survey_series: Type.Array(ListedGroup), pagination: Pagination }),
    'SourceList',
    'SurveyList',
  ),
  statuses: [200],
  probe: 'harmless',
  statusShown: true,
  errors: [...COMMON_ERRORS, 'VALIDATION_ERROR'],
})

export const createGroup = operation({
  id: 'createGroup',
  noun: 'groups',
  summary: 'Creates a feedback group, or returns the one with that name',
  routes: [
    { method: 'POST', path: '/survey_series/create', words: 'classic', access: CREATE_SCOPES },
    {
      method: 'POST',
      path: '/feedback_groups/create',
      words: 'recommended',
      access: ['all'],
      name: 'createGroupRecommended',
    },
  ],
  body: named(
    Type.Object({
      name: Type.String({ minLength: LIMITS.groupName.min, maxLength: LIMITS.groupName.max, 'x-trim': true }),
    }),
    'NewGroup',
  ),
  result: named(
    Type.Object({
      created: Type.Boolean({ description: 'False if a group with that name already existed.' }),
      ...GroupRecord.properties,
    }),
    'CreatedGroup',
    'CreatedSurveySeries',
  ),
  statuses: [200],
  probe: 'writes',
  otherwise: { name: 'existing', when: 'if it already exists', member: 'created', value: false },
  errors: [...COMMON_ERRORS, ...BODY_ERRORS],
  emits: ['series.created'],
  located: { member: 'survey_series_id', at: 'listSources' },
})

export const ROWS = { listSources, createGroup }
