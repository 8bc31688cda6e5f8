import { isObject } from '../../base/is-object.js'
import { asSent } from '../../client/checked-payload.js'
import { parseTime, timeInOtherForm } from '../../contract/times.js'
import type { Row } from '../../output/outcome.js'

/** Names that identify something: `respondent_ref`, `caseNumber`. */
const IDENTIFIES = /(^|_)(id|uuid|guid|key|ref|reference|number|nr|no|code)$/
const RATES = /(^|_)(rating|stars?|score|grade|nps|csat|ces)(_|$)/
const LANGUAGE = /^[a-z]{2}([-_][A-Za-z]{2,4})?$/

/** Whether a value below these members of an item may be what belongs in a column that no member was found for, by its name and form. */
export function mayHold(column: string, item: Row, members: readonly string[]): boolean {
  const sent = asSent(item)
  return members.some((name) => leavesOf([name], sent[name]).some((leaf) => isLike(column, leaf)))
}

interface Leaf {
  path: readonly string[]
  value: string | number
}

function leavesOf(path: readonly string[], value: unknown): Leaf[] {
  if (isObject(value)) return Object.entries(value).flatMap(([name, each]) => leavesOf([...path, name], each))
  return typeof value === 'string' || typeof value === 'number' ? [{ path, value }] : []
}

function isLike(column: string, { path, value }: Leaf): boolean {
  const words = path.map(plain)
  const [head = ''] = column.split('_')
  if (column.endsWith('_at'))
    return timeInOtherForm(value) !== undefined || (typeof value === 'string' && parseTime(value) !== undefined)
  if (words.some((word) => word.split('_').includes(head))) return true
  if (column === 'rating') return typeof value === 'number' && RATES.test(words.at(-1)!)
  if (column === 'language') return LANGUAGE.test(String(value))
  return column !== 'channel' && column !== 'text' && IDENTIFIES.test(words.at(-1)!)
}

const plain = (name: string) => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
