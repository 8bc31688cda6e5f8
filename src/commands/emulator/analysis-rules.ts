import { count } from '../../base/count.js'
import type { ControlBodyOf, ControlResultOf } from '../../contract/control/index.js'
import { tableLines } from '../../output/table.js'
import type { Style } from '../../terminal/style.js'
import { recordCommand } from './control-commands.js'
import { readDocument } from './document-file.js'

type Rules = NonNullable<ControlBodyOf<'setAnalysisRules'>>

export const SHOW = recordCommand('getAnalysisRules', {
  examples: [['emulator analysis-rules show --json > rules.json']],
  view: rulesView,
})

export const SET = recordCommand('setAnalysisRules', {
  examples: [['emulator analysis-rules set rules.json', 'an array of {pattern, sentiment?, theme?}, or {items: […]}']],
  arguments: [{ name: 'FILE', purpose: 'JSON or YAML; - reads stdin', required: true }],
  input: async ({ args }, { environment }) => {
    const file = await readDocument(environment, args[0]!, 'rules')
    if (!Array.isArray(file.value)) return { body: file.value as Rules, file }
    return { body: { items: file.value as Rules['items'] }, file: { ...file, below: 'items' } }
  },
  view: ({ items }) => [`${count(items.length, 'rule')} in force from the next analysis on.`],
})

function rulesView({ items }: ControlResultOf<'getAnalysisRules'>, style: Style): string[] {
  if (items.length === 0) return ['No rules: the analysis decides by itself.']
  const columns = [
    { key: 'pattern', title: 'PATTERN', flexible: true },
    { key: 'sentiment', title: 'SENTIMENT' },
    { key: 'theme', title: 'THEME' },
  ] as const
  return tableLines(columns, items, style)
}
