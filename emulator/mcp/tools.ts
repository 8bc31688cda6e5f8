import type { McpToolName } from '../../src/contract/mcp-tools.js'
import type { Context } from '../core/decision.js'
import { getThemeVerbatims } from './get-theme-verbatims.js'
import { readOperation, type WirePayload } from './read-operation.js'
import { searchFeedback } from './search-feedback.js'

type Tool = (input: WirePayload, context: Context) => Promise<WirePayload>

/** What each tool answers to arguments that fit its schema; it can only read. */
export const TOOLS: Record<McpToolName, Tool> = {
  async list_feedback_groups(input, context) {
    const { feedback_groups, pagination } = await readOperation('listSources', input, context)
    const groups = (feedback_groups as WirePayload[]).map(({ sources: _sources, ...group }) => group)
    return { feedback_groups: groups, pagination }
  },
  list_sources: (input, context) => readOperation('listSources', input, context),
  get_analysis: readAnalysis,
  async list_themes(input, context) {
    const { themes, ...analysis } = await readAnalysis(input, context)
    return { ...headOf(analysis), themes }
  },
  get_theme_verbatims: getThemeVerbatims,
  async list_monitor_matches(input, context) {
    const { monitor_matches, ...analysis } = await readAnalysis(input, context)
    return { ...headOf(analysis), monitor_matches }
  },
  search_feedback: searchFeedback,
}

function readAnalysis({ source_id, ...query }: WirePayload, context: Context): Promise<WirePayload> {
  return readOperation('getAnalysis', query, context, { id: String(source_id) })
}

function headOf({ analysis_status, feedback_group_id, source_id, item_count, period_key }: WirePayload): WirePayload {
  return { analysis_status, feedback_group_id, source_id, item_count, period_key }
}
