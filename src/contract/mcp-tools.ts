import { LIMITS } from './limits.js'
import { Analysis, getAnalysis, Theme } from './operations/analysis.js'
import { FeedbackItem, listFeedback } from './operations/feedback.js'
import { listSources } from './operations/groups.js'
import { GroupRecord, Pagination } from './records.js'
import { Id, type TSchema, Type } from './schema.js'
import { recommendedSchema } from './vocabulary.js'

/** A tool of the MCP endpoint (contract.md section 5 "MCP"), schemas in recommended words; none of them changes anything. */
export interface McpTool {
  readonly title: string
  readonly description: string
  readonly input: TSchema
  readonly output: TSchema
}

const PAGING = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `entries per page (default: ${LIMITS.page.default}, at most ${LIMITS.page.max})`,
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'pagination.next_cursor of the previous page' })),
}
const SOURCE = { source_id: Type.String({ description: 'a source_id of list_sources' }) }
const PERIOD = {
  period_key: Type.Optional(
    Type.String({
      description: 'one period of a group that tracks feedback over time: 2026-W08, 2026-02 or 2026-Q1, as it tracks',
    }),
  ),
}

function input(properties: Record<string, TSchema>): TSchema {
  return Type.Object(properties, { additionalProperties: false })
}

/** The members of an analysis that a narrower tool shows, and its own part of it. */
function partOfAnalysis(part: 'themes' | 'monitor_matches'): TSchema {
  const { analysis_status, survey_series_id, survey_id, item_count, period_key } = Analysis.properties
  const own = { [part]: Analysis.properties[part] }
  return Type.Object({ analysis_status, survey_series_id, survey_id, item_count, period_key, ...own })
}

const TABLE = {
  list_feedback_groups: {
    title: 'List feedback groups',
    description: 'The feedback groups of the organisation, oldest first. A group holds sources of feedback.',
    input: input(PAGING),
    output: Type.Object({ survey_series: Type.Array(GroupRecord), pagination: Pagination }),
  },
  list_sources: {
    title: 'List sources',
    description: 'The sources by group, with their fields and number of items. Start here to find a source_id.',
    input: input({
      feedback_group_id: Type.Optional(Type.String({ description: 'only this group' })),
      source_id: Type.Optional(Type.String({ description: 'only this source' })),
      ...PAGING,
    }),
    output: listSources.result,
  },
  get_analysis: {
    title: 'Get the analysis of a source',
    description: 'Sentiment distribution, themes and monitor matches of everything analysed in a source.',
    input: input({ ...SOURCE, ...PERIOD }),
    output: getAnalysis.result,
  },
  list_themes: {
    title: 'List themes',
    description: 'What the feedback of a source is about, with sentiment; largest theme first.',
    input: input({ ...SOURCE, ...PERIOD }),
    output: partOfAnalysis('themes'),
  },
  get_theme_verbatims: {
    title: 'Get the words behind a theme',
    description: 'The items of a source that belong to a theme, verbatim, in order of arrival.',
    input: input({ ...SOURCE, theme_id: Type.String({ description: 'a theme_id of list_themes' }), ...PAGING }),
    output: Type.Object({
      survey_series_id: Id,
      survey_id: Id,
      theme: Theme,
      items: Type.Array(FeedbackItem),
      pagination: Pagination,
    }),
  },
  list_monitor_matches: {
    title: 'List monitor matches',
    description: 'The monitors of the organisation and how many items of a source match each.',
    input: input({ ...SOURCE, ...PERIOD }),
    output: partOfAnalysis('monitor_matches'),
  },
  search_feedback: {
    title: 'Search feedback',
    description:
      'Items that contain every word of the query, ignoring case, in order of arrival. Follow next_cursor while has_more is true, even if a page is short: each call searches a part of a large store.',
    input: input({
      query: Type.String({ minLength: 1, maxLength: 500, description: 'words; "a phrase" in quotation marks' }),
      feedback_group_id: Type.Optional(Type.String({ description: 'only this group' })),
      source_id: Type.Optional(Type.String({ description: 'only this source' })),
      occurred_since: Type.Optional(Type.String({ description: 'ISO-8601, inclusive' })),
      occurred_until: Type.Optional(Type.String({ description: 'ISO-8601, exclusive' })),
      ...PAGING,
    }),
    output: listFeedback.result,
  },
} as const satisfies Record<string, McpTool>

export type McpToolName = keyof typeof TABLE

/** The tools by name, in the words and schemas that go over the wire. */
export const MCP_TOOLS = Object.fromEntries(
  Object.entries(TABLE).map(([name, tool]) => [
    name,
    { ...tool, output: withoutMarks(recommendedSchema(tool.output)) },
  ]),
) as Record<McpToolName, McpTool>

/** Without our own marks (`x-assumed`), which mean nothing to an assistant. */
function withoutMarks(schema: TSchema): TSchema {
  const text = JSON.stringify(schema, (key, value: unknown) => (key.startsWith('x-') ? undefined : value))
  return JSON.parse(text) as TSchema
}
