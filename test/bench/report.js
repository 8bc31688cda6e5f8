// What the benches print: tables in Markdown, to be read in a terminal or pasted.
import { availableParallelism, cpus, loadavg } from 'node:os'

/** The middle value; of an even number, the mean of both middle ones. */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2
}

/** The median, and the lowest and highest where there are several. */
export function spread(values, unit, digits = 2) {
  const [middle, low, high] = [median(values), Math.min(...values), Math.max(...values)].map((value) =>
    value.toFixed(digits),
  )
  return values.length === 1 ? `${middle} ${unit}` : `${middle} ${unit} (${low} to ${high})`
}

/** Prints a section: its title, and a table if it has rows. */
export function section(title, head = [], rows = []) {
  const lines = rows.length === 0 ? [] : ['', ...tableLines(head, rows)]
  console.log([`## ${title}`, ...lines, ''].join('\n'))
}

function tableLines(head, rows) {
  const widths = head.map((name, column) => Math.max(3, name.length, ...rows.map((row) => row[column].length)))
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)]
}

/** Prints when, on what and how busy a machine the figures were measured. */
export function describeMachine() {
  const [{ model = 'unknown processor' } = {}] = cpus()
  const machine = `${process.platform} ${process.arch}, ${availableParallelism()} × ${model.trim()}`
  const load = `load ${loadavg()[0].toFixed(1)} at the start`
  console.log(`${new Date().toISOString().slice(0, 16)}Z, Node ${process.version}, ${machine}, ${load}\n`)
}

/** The figures of a bench, each with its bound. */
export function createFigures() {
  const rows = []
  let missed = 0
  return {
    /** A function that notes figures of a subject; `judged: false` where their bounds are for larger files than these. */
    of(subject, judged = true) {
      /**
       * Notes a figure by its value in each round. A bound (`most` or `least`) is missed where nine of ten rounds are beyond it,
       * which is further than rounds differ; where only the median is, that is said.
       */
      return (name, values, unit, { most, least, digits } = {}) => {
        const beyond = (value) => value > (most ?? Infinity) || value < (least ?? -Infinity)
        const isMissed = judged && values.filter(beyond).length >= 0.9 * values.length
        if (isMissed) missed += 1
        const bound = most !== undefined ? `≤ ${most} ${unit}` : least !== undefined ? `≥ ${least} ${unit}` : ''
        const verdict = isMissed
          ? 'MISSED'
          : !judged
            ? 'not judged'
            : beyond(median(values))
              ? 'beyond it in most rounds'
              : ''
        const judgement = bound !== '' && verdict !== '' ? `${bound}, ${verdict}` : bound
        rows.push([`${subject}: ${name}`, spread(values, unit, digits), judgement])
      }
    },
    /** Prints all of them; true where no bound was missed. */
    tell() {
      section('Figures', ['', 'median (lowest to highest)', 'bound'], rows)
      return missed === 0
    },
  }
}
