import type { Choices } from './choices.js'
import { createdStatus, listStatusSchema, type Page, pageQuery, readPage } from './paging.js'
import { type Route, recommended } from './route.js'
import {
  COUNT,
  chosen,
  FLAG,
  listOf,
  mainId,
  mainIdSchema,
  moment,
  momentSchema,
  record,
  type Shape,
  TEXT,
  wrapped,
} from './shape.js'
import { sourceShape } from './sources.js'
import { type Group, nextId, type State } from './state.js'
import { eventData } from './webhooks.js'

interface Listed {
  group: Group
  state: State
}

/** A group as it is listed and created; its sources only where it is listed. */
function groupMembers(c: Choices) {
  const count = chosen(c, 'group.count')
  return [
    { name: chosen(c, 'group.id'), schema: mainIdSchema(c), of: ({ group }: Listed) => mainId(c, group.id) },
    { name: chosen(c, 'group.name'), schema: TEXT, of: ({ group }: Listed) => group.name },
    {
      name: chosen(c, 'group.created'),
      schema: momentSchema(c),
      of: ({ group }: Listed) => moment(c, group.createdAt),
    },
    { name: count, schema: COUNT, of: (listed: Listed) => sourcesOf(listed).length },
  ]
}

const sourcesOf = ({ group, state }: Listed) => state.sources.filter(({ groupId }) => groupId === group.id)

function listedShape(c: Choices, query: Record<string, string> = {}): Shape<Listed> {
  const shownSources = (listed: Listed) =>
    sourcesOf(listed)
      .filter(({ id }) => query.survey_id === undefined || String(id) === query.survey_id)
      .map((source) => ({ source, state: listed.state }))
  return record<Listed>(c, 'SurveySeries', [...groupMembers(c), listOf('surveys', sourceShape(c), shownSources)])
}

/** Listing and creation of groups. */
export function groupRoutes(c: Choices): Route[] {
  const create = createRoute(c)
  return [
    listRoute(c),
    create,
    recommended(create, { id: 'createFeedbackGroup', path: `${c.prefix}/feedback_groups/create`, scope: 'all' }),
  ]
}

function listRoute(c: Choices): Route {
  const pageShape = (query: Record<string, string>) => listStatusSchema(c, listedShape(c, query))
  return {
    id: 'listSurveys',
    method: 'GET',
    path: '/api/input/surveys/list',
    scope: 'any',
    summary: 'Lists groups and their sources',
    query: [{ name: 'survey_series_id', schema: COUNT }, { name: 'survey_id', schema: COUNT }, ...pageQuery(c)],
    answers: { 200: pageShape({}).schema },
    run: ({ query, state, path }) => {
      const groups = state.groups
        .filter(({ id }) => query.survey_series_id === undefined || String(id) === query.survey_series_id)
        .map((group) => ({ group, state }))
        .filter(
          (listed) =>
            query.survey_id === undefined || sourcesOf(listed).some(({ id }) => String(id) === query.survey_id),
        )
      const page: Page<Listed> = readPage(c, groups, query, path)
      return { status: 200, payload: pageShape(query).write(page), headers: page.headers }
    },
  }
}

interface Made extends Listed {
  created: boolean
}

function createRoute(c: Choices): Route {
  const inside = record<Made>(c, 'SurveySeriesRecord', groupMembers(c))
  const answer = wrapped<Made>(c, 'group.wrap', inside, [
    { name: 'created', schema: FLAG, of: ({ created }) => created },
  ])
  const statuses = [...new Set([createdStatus(c), 200])]
  return {
    id: 'createSurveySeries',
    method: 'POST',
    path: '/api/input/survey_series/create',
    scope: 'create',
    summary: 'Creates a group, or returns the one of this name',
    hasVocabularies: true,
    body: {
      type: 'object',
      title: 'CreateSurveySeries',
      properties: { name: { type: 'string', minLength: 2, maxLength: 255 } },
      required: ['name'],
    },
    answers: Object.fromEntries(statuses.map((status) => [status, answer.schema])),
    run: ({ body, state, now, emit }) => {
      const known = state.groups.find(({ name }) => name === body.name)
      const group = known ?? { id: nextId(state), name: String(body.name), createdAt: now }
      if (!known) {
        state.groups.push(group)
        emit('series.created', eventData(c, group))
      }
      return { status: known ? 200 : createdStatus(c), payload: answer.write({ group, state, created: !known }) }
    },
  }
}
