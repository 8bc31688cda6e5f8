import { SENTIMENTS } from '../records.js'
import { type Static, Type, Words } from '../schema.js'
import { Closed, controlRow } from './control-row.js'

/** Decides what the analysis finds in texts that contain `pattern`, case aside. */
export const AnalysisRule = Closed({
  pattern: Type.String({ minLength: 1, maxLength: 1_000 }),
  sentiment: Type.Optional(Words(SENTIMENTS)),
  theme: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
})
export type AnalysisRule = Static<typeof AnalysisRule>

const AnalysisRules = Closed({ items: Type.Array(AnalysisRule, { maxItems: 1_000 }) })

const getAnalysisRules = controlRow({
  id: 'getAnalysisRules',
  noun: 'analysis-rules',
  summary: 'The analysis rules, which decide sentiment and theme of items by pattern',
  method: 'GET',
  path: '/orgs/{org_id}/analysis-rules',
  result: AnalysisRules,
  status: 200,
  perOrganization: true,
})

const setAnalysisRules = controlRow({
  id: 'setAnalysisRules',
  noun: 'analysis-rules',
  summary: 'Replaces the analysis rules, which decide before the analysis proper',
  method: 'PUT',
  path: '/orgs/{org_id}/analysis-rules',
  body: AnalysisRules,
  result: AnalysisRules,
  status: 200,
  perOrganization: true,
})

export const ROWS = { getAnalysisRules, setAnalysisRules }
