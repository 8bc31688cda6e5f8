import { count } from '../../base/count.js'
import { isObject } from '../../base/is-object.js'
import { countChanges, isInternal, memberDifferences, readablePair } from '../../contract/control/difference-words.js'
import type { ControlResultOf } from '../../contract/control/index.js'
import type { Style } from '../../terminal/style.js'

type Diff = ControlResultOf<'diffOrganization'>
type Difference = Diff['changes'][number]

const LONGEST_VALUE = 60
/** What the service calls the state that a reset returns to; no snapshot can have this name. */
const SEED = 'seed'

/** A difference as lines: `+` for what came, `-` for what went, `~` with its members for what changed. */
export function diffView({ since, snapshot, to, changes, items }: Diff, style: Style): string[] {
  const from = snapshot === null ? `change ${since}` : snapshot === SEED ? 'the seed' : `snapshot "${snapshot}"`
  const made = since === null ? '' : ` (${count(countChanges(since, to), 'change')})`
  if (changes.length + items.length === 0) return [`No difference between ${from} and change ${to}${made}.`]
  const own = changes.filter(({ table }) => !isInternal(table))
  const internal = changes.length - own.length
  return [
    style.dim(`From ${from} to change ${to}${made}:`),
    ...own.flatMap((each) => differenceLines(each, style)),
    ...items.map(({ source_id: id, added, removed }) => {
      const parts = [
        added > 0 ? `${count(added, 'item')} added` : '',
        removed > 0 ? `${count(removed, 'item')} removed` : '',
      ]
      return `${style.yellow('~')} items of source ${id}: ${parts.filter((part) => part !== '').join(', ')}`
    }),
    ...(internal === 0
      ? []
      : [style.dim(`${count(internal, 'internal difference')}: --json shows ${internal === 1 ? 'it' : 'them'}`)]),
  ]
}

function differenceLines({ table, id, kind, before, after }: Difference, style: Style): string[] {
  const name = id === null ? table : `${table} ${id}`
  if (kind === 'added') return [`${style.green('+')} ${name}${labelOf(after)}`]
  if (kind === 'removed') return [`${style.red('-')} ${name}${labelOf(before)}`]
  const members = memberDifferences(before, after).map(([path, member, was, is]) => {
    const [readableWas, readableIs] = readablePair(member, was, is)
    return `    ${path === '' ? '' : `${path}: `}${shown(readableWas, was)} -> ${shown(readableIs, is)}`
  })
  return [`${style.yellow('~')} ${name}${labelOf(after)}`, ...members]
}

function shown(readable: unknown, value: unknown): string {
  const text = readable === undefined ? '(none)' : readable === value ? JSON.stringify(value) : String(readable)
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text
}

function labelOf(row: unknown): string {
  const { name, title, label } = isObject(row) ? row : {}
  const text = name ?? title ?? label
  return typeof text === 'string' ? ` (${text})` : ''
}
