import { LIMITS } from '../limits.js'
import { BODY_ERRORS, COMMON_ERRORS, operation } from '../operation.js'
import { GroupRecord, Pagination, PagingQuery, SourceRecord } from '../records.js'
import { Type } from '../schema.js'
import { CREATE_SCOPES } from '../scopes.js'

export const listSources = operation({
  id: 'listSources',
  noun: 'groups',
  summary: 'The feedback groups with their sources and fields, in pages of groups',
  routes: [
    { method: 'GET', path: '/surveys/list', words: 'classic', access: 'any' },
    { method: 'GET', path: '/sources/list', words: 'recommended', access: 'any', assumed: true },
  ],
  query: Type.Object({
    survey_series_id: Type.Optional(Type.String({ description: 'integer' })),
    survey_id: Type.Optional(Type.String({ description: 'integer' })),
    ...PagingQuery,
  }),
  result: Type.Object({
    survey_series: Type.Array(Type.Object({ ...GroupRecord.properties, surveys: Type.Array(SourceRecord) })),
    pagination: Pagination,
  }),
  statuses: [200],
  errors: [...COMMON_ERRORS, 'VALIDATION_ERROR'],
})

export const createGroup = operation({
  id: 'createGroup',
  noun: 'groups',
  summary: 'Creates a feedback group, or returns the one of that name',
  routes: [
    { method: 'POST', path: '/survey_series/create', words: 'classic', access: CREATE_SCOPES },
    { method: 'POST', path: '/feedback_groups/create', words: 'recommended', access: ['all'] },
  ],
  body: Type.Object({
    name: Type.String({ minLength: LIMITS.groupName.min, maxLength: LIMITS.groupName.max, 'x-trim': true }),
  }),
  result: Type.Object({ created: Type.Boolean(), ...GroupRecord.properties }),
  statuses: [200],
  errors: [...COMMON_ERRORS, ...BODY_ERRORS],
  emits: ['series.created'],
})

export const ROWS = { listSources, createGroup }
