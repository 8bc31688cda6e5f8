import { parseJson } from '../../base/parse-json.js'
import { readTextOf } from '../../cli/read-file.js'
import type { ControlBodyOf, ControlResultOf } from '../../contract/control/index.js'
import { count } from '../../output/show.js'
import { tableLines } from '../../output/table.js'
import { wrongUsage } from '../../terminal/failure.js'
import type { Style } from '../../terminal/style.js'
import { recordCommand } from './control-commands.js'

type Rules = NonNullable<ControlBodyOf<'setAnalysisRules'>>

export const SHOW = recordCommand('getAnalysisRules', {
  examples: [['emulator analysis-rules show --json > rules.json']],
  view: rulesView,
})

export const SET = recordCommand('setAnalysisRules', {
  examples: [['emulator analysis-rules set rules.json', 'an array of {pattern, sentiment?, theme?}, or {items: […]}']],
  arguments: [{ name: 'FILE', purpose: 'JSON; - reads stdin', required: true }],
  input: async ({ args }, { world }) => ({ body: requireRules(await readTextOf(world, args[0]!)) }),
  view: ({ items }) => [`${count(items.length, 'rule')} in force from the next pass on.`],
})

/** What else is wrong with them the emulator says, rule by rule. */
function requireRules(text: string): Rules {
  const value = parseJson(text)
  if (Array.isArray(value)) return { items: value }
  if (value !== null && typeof value === 'object') return value as Rules
  throw wrongUsage('the file is no JSON array of rules')
}

function rulesView({ items }: ControlResultOf<'getAnalysisRules'>, style: Style): string[] {
  if (items.length === 0) return ['No rules: the analysis decides by itself.']
  const columns = [
    { key: 'pattern', title: 'PATTERN', flexible: true },
    { key: 'sentiment', title: 'SENTIMENT' },
    { key: 'theme', title: 'THEME' },
  ] as const
  return tableLines(columns, items, style)
}
