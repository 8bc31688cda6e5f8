import { aboutOf } from '../../contract/assumptions/about.js'
import { type Assumption, listAssumptions } from '../../contract/assumptions/ledger.js'
import type { Style } from '../../terminal/style.js'
import { wrapWhole } from '../../terminal/width.js'
import type { Topic } from './topics.js'

const INTRODUCTION = [
  'The published interface of the service leaves some details open: names of members, paths, statuses, limits. Where it does, inpk has to assume something. This page lists every assumption.',
  'You need it only where the real service behaves differently. Write the difference into a facts file, and the commands, the library and the emulator follow it: `inpk help facts` shows how, and `inpk learn` writes the file from what the service sends.',
  'Each entry starts with the id that a facts file uses, and then says what is assumed. Where only names of members follow an id, their names, types and rules are assumed, and each has an id of its own: `result:getMe: key.created_at` stands for `result:getMe.key.created_at`.',
  '`inpk emulator assumptions PART --json` shows the entries of one operation, with the values a fact can have (`how`) and the reason (`why`). In the description of the API they are marked `x-assumed`.',
]

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
      ...INTRODUCTION.flatMap((text, at) => [...(at > 0 ? [''] : []), ...wrapWhole(text, style.width)]),
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
