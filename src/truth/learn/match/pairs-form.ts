import type { Shape } from '../evidence/shape.js'
import { plainName } from './lexicon.js'

/** What entries call a name, and the value it has. */
const KEYS =
  /^(name|key|variable|variable_name|(field|question)(_(name|id|key))?|placeholder|tag|merge_tag|token|label|code|slug|identifier|id)$/
const VALUES = /^(value|val|content|text|data|replacement|substitution|(column|header)(_name)?)$/

/** How a map of ours is a list: its entries have a name and a value, and need nothing else; undefined where nothing tells these. */
export function pairsForm(their: Shape): { key: string; value: string } | undefined {
  if (their.kind !== 'list' || their.entry.kind !== 'object') return undefined
  const members = Object.entries(their.entry.members)
  const texts = members.filter(([, { shape }]) => shape.kind === 'scalar' && shape.types.includes('string'))
  const key = onlyOne(texts.filter(([name]) => KEYS.test(plainName(name))))
  const value = onlyOne(members.filter(([name]) => name !== key && VALUES.test(plainName(name))))
  if (key === undefined || value === undefined) return undefined
  return members.every(([name, { required }]) => !required || name === key || name === value)
    ? { key, value }
    : undefined
}

function onlyOne(members: readonly (readonly [string, unknown])[]): string | undefined {
  return members.length === 1 ? members[0]![0] : undefined
}
