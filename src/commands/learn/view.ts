import { count } from '../../base/count.js'
import { type FactChange, isChange } from '../../config/merge-facts.js'
import { printableLine } from '../../terminal/printable.js'
import type { Style } from '../../terminal/style.js'
import { wrapMessage, wrapWhole } from '../../terminal/width.js'
import { REPORTED_STATES, type ReportedState, type ReportedVerdict } from '../../truth/learn/report.js'
import type { Source } from './gathered.js'
import type { ProbeReport } from './probing.js'

/** What `learn` found and what happened to it. */
export interface LearnReport {
  sources: readonly Source[]
  /** What the service was asked; absent without --probe. */
  probes?: ProbeReport
  file: string
  written: boolean
  /** What is not as the interface says. */
  against: readonly string[]
  changes: readonly FactChange[]
  refused: readonly { id: string; message: string }[]
  verdicts: readonly ReportedVerdict[]
}

/** What JSON prints: the counts first, and every verdict. */
export function learnData({ changes, verdicts, ...report }: LearnReport) {
  const counts = Object.fromEntries(REPORTED_STATES.map((state) => [state.replace(' ', '_'), countOf(verdicts, state)]))
  return {
    counts,
    ...report,
    changes: changes.map(({ before, after, ...each }) => ({ ...each, before, after })),
    verdicts,
  }
}

function countOf(verdicts: readonly ReportedVerdict[], state: ReportedState): number {
  return verdicts.filter((each) => each.state === state).length
}

/** The counts, what was learned and what is open by operation, then the change of the file. */
export function learnView(report: LearnReport & { isNew: boolean }, style: Style): string[] {
  const { sources, verdicts, against } = report
  const read = sources.map(({ from, kind, count: number, left_out: left, host }) => {
    const what =
      kind === 'description'
        ? kind
        : count(
            number,
            kind === 'deliveries' ? 'delivery' : 'exchange',
            kind === 'deliveries' ? 'deliveries' : 'exchanges',
          )
    return `${printableLine(from)} (${what}${host === undefined ? '' : ` with ${host}`}${left > 0 ? `; ${left} with other hosts left out` : ''})`
  })
  const sum = REPORTED_STATES.map((state) => `${countOf(verdicts, state)} ${state}`).join(', ')
  const operations = [...new Set(verdicts.map(({ operation }) => operation))]
  const said = [
    `Read ${read.join(', ')}`,
    ...probeLines(report, style),
    style.bold(sum),
    ...spaced(operations.map((operation) => operationLines(operation, verdicts, style))),
    ...(against.length === 0
      ? []
      : ['', style.red('Not as the interface says:'), ...against.map((each) => `  ${printableLine(each)}`)]),
    '',
  ]
  return [...said.map((line) => wrapMessage(line, style.tableWidth)), ...changeLines(report, style)]
}

function probeLines({ probes }: LearnReport, style: Style): string[] {
  if (!probes) return []
  const skipped = probes.steps.filter((each) => each.skipped !== undefined)
  return [
    `Ran ${count(probes.steps.length - skipped.length, 'probe')}`,
    ...probes.refused_writes.map((each) => style.yellow(`  refused each time: ${printableLine(each)}`)),
    ...skipped.map(({ what, skipped: why }) => `  skipped: ${printableLine(`${what}: ${why}`)}`),
  ]
}

/** What is learned or open of an operation; its counts alone if nothing is. */
function operationLines(operation: string, verdicts: readonly ReportedVerdict[], style: Style): string[] {
  const own = verdicts.filter((each) => each.operation === operation)
  const sum = REPORTED_STATES.flatMap((state) => {
    const number = countOf(own, state)
    return number === 0 ? [] : [`${number} ${state}`]
  })
  if (own.every(({ state }) => state === 'not seen')) return []
  return [`${style.bold(operation)}  ${sum.join(', ')}`, ...own.flatMap((each) => verdictLines(each, style))]
}

/** Blocks with blank lines around those of several lines; those of one line follow each other. */
function spaced(blocks: readonly (readonly string[])[]): string[] {
  const shown = blocks.filter((block) => block.length > 0)
  return shown.flatMap((block, at) => (block.length === 1 && shown[at - 1]?.length === 1 ? block : ['', ...block]))
}

function verdictLines({ id, state, fact, candidates, settled_by: settledBy }: ReportedVerdict, style: Style): string[] {
  if (state !== 'learned' && state !== 'ambiguous') return []
  const paint = state === 'learned' ? style.green : style.yellow
  const open = candidates.map((each) => `may be ${each}`)
  const settle = settledBy.length > 0 ? [`settled by ${settledBy.join(' or ')}`] : []
  const said = [...(fact ? [JSON.stringify(fact)] : []), ...open, ...(candidates.length > 0 ? settle : [])]
  return [
    `  ${paint(state)}  ${id}`,
    ...said.flatMap((each) =>
      wrapWhole(printableLine(each), Math.max(20, style.tableWidth - 6)).map((line) => `      ${line}`),
    ),
  ]
}

function changeLines(
  { file, written, changes, refused, isNew }: LearnReport & { isNew: boolean },
  style: Style,
): string[] {
  const changed = changes.filter(isChange)
  const stays = changes.filter(({ contradicts }) => contradicts.length > 0)
  const takenBack = changed.filter(({ change }) => change === 'taken back')
  return [
    ...changed.flatMap((each) => diffLines(each, style)),
    ...stays.flatMap(({ id, change, contradicts }) => [
      style.yellow(
        `${id} stays: ${change === 'manual' ? 'it was written by hand' : 'its evidence is as good; delete the entry to learn it again'}. Seen now:`,
      ),
      ...contradicts.map((each) => `  ${printableLine(each)}`),
    ]),
    ...refused.map(({ id, message }) =>
      style.yellow(`${id} can't be written beside the rest: ${printableLine(message)}`),
    ),
    ...takenBack.map(({ id, after }) => {
      const what = after.length > 0 ? `${id}, in part,` : id
      return `Removed: ${what} because this service does as inpk assumes`
    }),
    wrapMessage(
      headLine(changed.length - takenBack.length, takenBack.length, { file, written, isNew }),
      style.tableWidth,
    ),
  ]
}

/** How many facts were written, and how many removed. */
function headLine(
  facts: number,
  takenBack: number,
  { file, written, isNew }: Pick<LearnReport, 'file' | 'written'> & { isNew: boolean },
): string {
  if (facts + takenBack === 0) return isNew ? 'No facts to write' : `Nothing to add to ${file}`
  const [added, removed] = [count(facts, 'fact'), count(takenBack, 'fact')]
  if (facts === 0) return written ? `Removed ${removed} from ${file}` : `${removed} to remove from ${file}, not written`
  const besides = takenBack === 0 ? '' : written ? `, removed ${takenBack}` : `, ${takenBack} to remove`
  return written ? `Wrote ${added} to ${file}${besides}` : `${added} for ${file}${besides}, not written`
}

/** The lines that differ, in the order of the new entry. */
function diffLines({ before, after }: FactChange, style: Style): string[] {
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => style.red(`- ${printableLine(line)}`)),
    ...after.map((line) =>
      before.includes(line) ? `  ${printableLine(line)}` : style.green(`+ ${printableLine(line)}`),
    ),
  ]
}
