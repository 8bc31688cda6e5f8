import { count } from '../../src/base/count.js'
import type { ControlHandler } from '../core/control-handler.js'
import { set } from '../state/change.js'

const getAnalysisRules: ControlHandler<'getAnalysisRules'> = {
  decide: (_input, { state }) => ({ answer: { items: state.analysisRules.map(withoutNulls) } }),
}

/** Outcomes a test dictates, from the next pass on. */
const setAnalysisRules: ControlHandler<'setAnalysisRules'> = {
  decide: ({ body }) => ({
    answer: { items: body.items },
    summary: `set ${count(body.items.length, 'analysis rule')}`,
    changes: [set('analysisRules', body.items)],
  }),
}

function withoutNulls<T extends object>(rule: T) {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value != null)) as { pattern: string }
}

export const HANDLERS = { getAnalysisRules, setAnalysisRules }
