import { aboutOf } from '../../contract/assumptions/about.js'
import { type Assumption, listAssumptions } from '../../contract/assumptions/ledger.js'
import type { Style } from '../../terminal/style.js'
import { wrapWhole } from '../../terminal/width.js'
import type { Topic } from './topics.js'

const INTRODUCTION =
  'The interface of the service leaves details open. What this program assumes instead is listed here by operation, each under the id that a facts file calls it by (of members their names, types and rules); the emulator marks it (x-assumed in its description), and the client depends on it as little as it can. When you learn how the real service behaves, a facts file replaces the assumption, for client and emulator alike: names, structure, paths, codes, statuses, limits, delays. It is inpk.facts.yaml beside inpk.config.json, or what --facts names. `inpk emulator assumptions PART` shows those of one operation; with --json, `how` says what each takes and `why` gives the reason.'

/** Titles of what is about no operation. */
const TITLES: Readonly<Record<string, string>> = {
  route: 'Routes',
  error: 'Errors',
  event: 'Data of events',
  behaviour: 'Behaviour',
}
const MEMBER = /^((?:query|body|result):\w+)[.]?(.*)$/

/** The page of `inpk help assumptions`: the ledger by operation, each with its id, wrapped at the width of the terminal. */
export const ASSUMPTIONS_TOPIC: Topic = {
  data: listAssumptions,
  lines: (style) => {
    const parts = new Map<string, Assumption[]>()
    for (const row of listAssumptions()) {
      const about = aboutOf(row.id)
      parts.set(about, [...(parts.get(about) ?? []), row])
    }
    return [
      ...wrapWhole(INTRODUCTION, style.width),
      ...operationsFirst([...parts]).flatMap(([about, rows]) => [
        '',
        style.bold(TITLES[about] ?? about),
        ...rowLines(rows, style),
      ]),
    ]
  },
}

function operationsFirst<P extends readonly [about: string, ...unknown[]]>(parts: readonly P[]): P[] {
  const isOther = ([about]: P) => Object.hasOwn(TITLES, about)
  return [...parts.filter((part) => !isOther(part)), ...parts.filter(isOther)]
}

/** Members, whose names, types and rules are assumed, by what they are members of; of all else what is assumed. */
function rowLines(rows: readonly Assumption[], style: Style): string[] {
  const members = new Map<string, string[]>()
  const others: string[] = []
  for (const { id, what } of rows) {
    const [, slot, member] = MEMBER.exec(id) ?? []
    if (slot === undefined || member === '')
      others.push(`${id}: ${what.slice(what.lastIndexOf('): ') + 1).replace(/^: /, '')}`)
    else members.set(slot, [...(members.get(slot) ?? []), member!])
  }
  const named = [...members].map(([slot, names]) => `${slot}: ${names.join(', ')}`)
  return [...named, ...others].flatMap((line) => hanging(line, style))
}

/** A paragraph whose further lines are indented. An id that is wider than the terminal stays whole: half of one is none. */
function hanging(text: string, { width }: Style): string[] {
  return wrapWhole(text, Math.max(20, width - 4)).map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`))
}
