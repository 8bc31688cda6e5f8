import { type Assumption, listAssumptions } from '../../contract/assumptions/ledger.js'
import type { Style } from '../../terminal/style.js'
import { wrapWhole } from '../../terminal/width.js'
import type { Topic } from './topics.js'

const INTRODUCTION =
  'The interface of the service leaves details open. What this program assumes instead is listed here; the emulator marks it (x-assumed in its description), and the client depends on it as little as it can. When you learn how the real service behaves, a facts file replaces the assumption, for client and emulator alike: names, structure, paths, codes, statuses, limits, delays. It is inpk.facts.yaml beside inpk.config.json, or what --facts names. `inpk emulator assumptions` lists their ids; with --json, `how` says what each takes and `why` gives the reason.'

/** What the ledger is read by: the kinds of ids, in the order in which they are shown. */
const SECTIONS: readonly (readonly [title: string, kinds: readonly string[]])[] = [
  ['Names, types and rules of members', ['query', 'body', 'result']],
  ['Routes, paging and statuses', ['route', 'paging', 'status']],
  ['Errors', ['error']],
  ['Data of events', ['event']],
  ['Behaviour', ['behaviour']],
]

/** The page of `inpk help assumptions`: the ledger by subject, wrapped at the width of the terminal. */
export const ASSUMPTIONS_TOPIC: Topic = {
  data: listAssumptions,
  lines: (style) => [
    ...wrapWhole(INTRODUCTION, style.width),
    ...SECTIONS.flatMap(([title, kinds]) => {
      const rows = listAssumptions().filter(({ id }) => kinds.includes(kindOf(id)))
      return ['', style.bold(title), ...(title === SECTIONS[0]![0] ? memberLines(rows, style) : rowLines(rows, style))]
    }),
  ],
}

function kindOf(id: string): string {
  return id.slice(0, id.indexOf(':'))
}

/** Members by what they are members of: one paragraph for each query, body and result. */
function memberLines(rows: readonly Assumption[], style: Style): string[] {
  const members = new Map<string, string[]>()
  for (const { id, what } of rows) {
    const [, slot = '', member = ''] = /^(\w+:\w+)[.]?(.*)$/.exec(id) ?? []
    members.set(slot, [
      ...(members.get(slot) ?? []),
      member === '' ? what.slice(what.lastIndexOf(': ') + 1).trim() : member,
    ])
  }
  return [...members].flatMap(([slot, names]) => hanging(`${slot}: ${names.join(', ')}`, style))
}

function rowLines(rows: readonly Assumption[], style: Style): string[] {
  return rows.flatMap(({ what }) => hanging(what, style))
}

/** A paragraph whose further lines are indented. An id that is wider than the terminal stays whole: half of one is none. */
function hanging(text: string, { width }: Style): string[] {
  return wrapWhole(text, Math.max(20, width - 4)).map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`))
}
