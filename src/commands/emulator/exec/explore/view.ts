import { count } from '../../../../base/count.js'
import { CAUSES } from '../../../../explore/cause.js'
import { type Exploration, titleOf } from '../../../../explore/finding.js'
import { printable } from '../../../../terminal/printable.js'
import type { Style } from '../../../../terminal/style.js'

/** The stories of what was found, and a line that sums it up. */
export function explorationView(exploration: Exploration, style: Style): string[] {
  const { verdict, reason, findings, unsteady } = exploration
  if (reason !== undefined) return [`${style.red(verdict)}: ${printable(reason)}`]
  return [
    ...findings.flatMap(({ cause, disturbances, story, rules, also, replay }, index) => [
      style.bold(style.red(`${index + 1}. ${CAUSES[cause]}`)),
      `   ${titleOf(disturbances)}`,
      ...[...story, ...rules].map((line) => `   ${printable(line)}`),
      ...(also.length > 0 ? [`   Also with ${also.slice(0, 3).join('; ')}${also.length > 3 ? '; …' : ''}.`] : []),
      `   Replay: ${replay}`,
      '',
    ]),
    ...unsteady.map((title) => style.yellow(`did not repeat: ${title}`)),
    sumOf(exploration, style),
  ]
}

function sumOf({ findings, tried, cells, pairs, runs, seconds }: Exploration, style: Style): string {
  const verdict = findings.length > 0 ? style.red(count(findings.length, 'finding')) : style.green('nothing found')
  const beyond = pairs === 0 ? '' : ` and ${count(pairs, 'pair')}`
  return `${verdict}; ${tried} of ${count(cells, 'disturbance')}${beyond} tried in ${count(runs, 'run')}, ${Math.round(seconds)} s`
}
