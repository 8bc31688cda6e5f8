import { count } from '../../base/count.js'
import type { Style } from '../../terminal/style.js'
import { pad, truncate } from '../../terminal/width.js'
import type { RuleReport } from '../../truth/conformance/run-rules.js'

interface Report {
  kept: number
  broken: number
  unconfirmed: number
  skipped: number
  unseen: number
  rules: readonly RuleReport[]
}

const ID_WIDTH = 8

/** A line a rule, what was seen where it is broken, those that can't be observed by their reasons, and a sum. */
export function conformanceView({ kept, broken, unconfirmed, skipped, unseen, rules }: Report, style: Style): string[] {
  const paint = { kept: style.green, broken: style.red, unconfirmed: style.yellow, skipped: style.dim }
  const width = Math.max(20, style.tableWidth - 17)
  const lines = rules.flatMap(({ id, title, verdict, reason }) => {
    if (verdict === 'unseen') return []
    const said = verdict === 'skipped' ? `${title} (${reason})` : title
    const line = `${paint[verdict](pad(verdict === 'unconfirmed' ? 'assumed' : verdict, 7))}  ${pad(id, ID_WIDTH)}${truncate(said, width)}`
    return verdict === 'broken' || verdict === 'unconfirmed' ? [line, `${' '.repeat(17)}${reason}`] : [line]
  })
  const guessed = unconfirmed === 0 ? '' : `, ${unconfirmed} not confirmed`
  const sum = `${kept} kept, ${broken} broken${guessed}, ${skipped} not checked`
  const beyond = [
    ...(unconfirmed === 0 ? [] : ['`inpk learn` finds out what the service calls things']),
    ...(unseen === 0 ? [] : [`${count(unseen, 'rule')} can't be observed over HTTP alone`]),
  ]
  return [
    ...lines,
    ...unseenLines(rules, style),
    [broken > 0 ? style.red(sum) : style.green(sum), ...beyond].join('; '),
  ]
}

/** `not observable (31 rules): testing needs a webhook receiver …`, and their ids below */
function unseenLines(rules: readonly RuleReport[], style: Style): string[] {
  const byReason = new Map<string, string[]>()
  for (const { id, verdict, reason } of rules) {
    if (verdict === 'unseen') byReason.set(reason ?? '', [...(byReason.get(reason ?? '') ?? []), id])
  }
  return [...byReason].flatMap(([reason, ids]) => [
    `${style.dim(`not observable (${count(ids.length, 'rule')}):`)} ${reason}`,
    ...wrapped(ids, Math.max(20, style.width - 9)).map((line) => `${' '.repeat(9)}${style.dim(line)}`),
  ])
}

function wrapped(ids: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const id of ids) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + id.length + 2 <= width) lines[lines.length - 1] = `${last}, ${id}`
    else lines.push(id)
  }
  return lines
}
