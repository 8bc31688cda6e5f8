import type { AnalysisRule } from '../../../../src/contract/control/analysis-rules.js'
import { FormDialog } from '../parts/dialog.js'
import { AreaField } from '../parts/fields.js'
import { requireJson } from '../require-json.js'
import { useRecord } from '../use-record.js'

const EXAMPLE = '[\n  { "pattern": "refund", "sentiment": "negative", "theme": "Refunds" }\n]'

/** Outcomes a test dictates to the analysis. */
export function AnalysisRules() {
  const { data } = useRecord('getAnalysisRules')
  const rules = data?.items ?? []
  return (
    <FormDialog
      trigger={rules.length === 0 ? 'Dictate outcomes' : `Dictated outcomes (${rules.length})`}
      title="Dictated outcomes"
      send="Save"
      submit={async (fields, call) => {
        const items = requireJson(fields.text('rules')) as AnalysisRule[]
        await call('setAnalysisRules', { body: { items } })
        return undefined
      }}
    >
      <AreaField
        key={JSON.stringify(rules)}
        name="rules"
        label="Rules, JSON"
        rows={9}
        defaultValue={rules.length === 0 ? EXAMPLE : JSON.stringify(rules, null, 2)}
        hint="Texts that contain the pattern get this sentiment and theme, from the next pass on."
      />
    </FormDialog>
  )
}
