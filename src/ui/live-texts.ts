import { count as counted } from '../base/count.js'
import { environmentOf } from '../contract/emulator-lines.js'
import { printableLine } from '../terminal/printable.js'
import { displayWidth, pad, truncate, wrapMessage, wrapWhole } from '../terminal/width.js'
import { type LiveState, orgOf, shownRows, TABS } from './live-state.js'

/** What is shown instead of a list. */
export function emptyText(state: LiveState): string {
  if (state.filter !== '' || state.org)
    return 'Nothing matches. Esc clears the filter; o and Enter show all organisations.'
  const { data } = state
  const text = {
    requests: 'No requests yet. Try `inpk me` in another terminal',
    deliveries: 'No deliveries yet. `inpk webhooks listen` subscribes, `inpk webhooks trigger` sends',
    sources: 'No sources yet. `inpk push FILE --group G --source S --create` creates one',
  }[state.tab]
  return data === undefined ? `${text}.` : `${text}, after \`${environmentOf(data)}\`.`
}

/** Clock, counts and limits. */
export function statusLine(state: LiveState): string {
  const { clock, requests, sources, count, org, hasMany } = state
  const whose = org ? `#${org.id} ${truncate(printableLine(org.name), 20)}` : hasMany ? 'all orgs' : ''
  const time = clock && `${clock.now.slice(0, 19).replace('T', ' ')}${clock.mode === 'frozen' ? ' frozen' : ''}`
  const own = <Row extends { orgId: string }>(rows: readonly Row[]) =>
    org ? rows.filter(({ orgId }) => orgId === org.id) : rows
  const items = own(sources).reduce((sum, { item_count }) => sum + item_count, 0)
  const limits = own(requests).find((row) => row.limits !== undefined)?.limits
  // When the window has passed nobody knows what is left until the next answer says so.
  const left = limits && !(clock && Date.parse(clock.now) >= limits.until) ? `${limits.left}/${limits.of} left` : ''
  return [whose, time, counted(count, 'request'), counted(items, 'item'), left].filter(Boolean).join(' · ')
}

/** Rows of a list that stay in sight, however many lines the head takes. */
const LEAST_ROWS = 4

/** What stands above a list, folded to the width: the title, the clock and counts, the lists. On a low terminal a line of each. */
export function headLines(title: string, state: LiveState, columns: number, most: number): string[] {
  const lines = [title, statusLine(state), ...tabLines(state, columns)]
  const whole = lines.flatMap((line) => wrapMessage(line, columns).split('\n'))
  return whole.length + LEAST_ROWS <= most ? whole : lines.slice(0, Math.max(1, most - 1))
}

/** The lists, and what is done to the one on show, on a line of its own where there is no room beside them. */
function tabLines(state: LiveState, columns: number): string[] {
  const tabs = TABS.map((tab, index) => `${index + 1} ${tab === state.tab ? `[${tab}]` : tab}`).join('  ')
  const filter = state.filter && `filter: ${printableLine(state.filter)} (${shownRows(state).length})`
  const marks = [state.paused && 'PAUSED', filter].filter(Boolean).join('  ')
  const beside = `${pad(tabs, 44)}${marks}`
  if (marks === '') return [tabs]
  return displayWidth(beside) <= columns ? [beside] : [tabs, marks]
}

/** What is being typed, what was said last in whole, or which keys there are: in lines of the width at most. */
export function footLines(state: LiveState, columns: number): string[] {
  const { typing, said, opened, tab } = state
  if (typing) return typingLines(`${promptOf(state, typing.what)}: ${printableLine(typing.text)}▏`, columns)
  if (said !== '') return wrapWhole(said, columns)
  if (state.showsKeys) return ['Press any key to go back']
  if (opened) return ['↑↓ scroll  Esc back  q quit']
  const special = { requests: ['Enter open'], deliveries: ['r resend'], sources: [] }[tab]
  return [fitting(['↑↓', ...special, '/ filter', 'o org', 'p pause', 'a advance', 'c freeze/run'], columns)]
}

/** A line that is typed is in sight as far as it goes; how to cancel it only where there is room. */
function typingLines(line: string, columns: number): string[] {
  const whole = `${line}  Esc cancels`
  return displayWidth(whole) <= columns ? [whole] : wrapWhole(line, columns)
}

/** Leaves out keys from the last on; the list of keys has them all, so how to see it stays, and how to quit. */
function fitting(keys: readonly string[], columns: number): string {
  const kept = ['? keys', 'q quit']
  const shown = [...keys]
  while (shown.length > 0 && displayWidth([...shown, ...kept].join('  ')) > columns) shown.pop()
  return [...shown, ...kept].join('  ')
}

/** The keys of the view, and what each does. */
const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['1 2 3, Tab', 'requests, deliveries, sources'],
  ['↑ ↓ j k', 'select a row, or scroll an open request; PgUp and PgDn by ten'],
  ['Enter', 'open a request: hints, headers and bodies; Esc goes back'],
  ['r', 'send the selected delivery again'],
  ['/', 'show only rows that contain these words; Esc shows all'],
  ['o', 'show one organisation (type its number)'],
  ['p', 'pause the lists, and resume them'],
  ['a', 'advance the clock, and run what is scheduled until then'],
  ['c', 'freeze the clock, or let it run'],
  ['q, Ctrl-C', 'quit'],
]

const KEYS_WIDTH = 13

/** The keys of the view in lines of the width; where they are more than fit in the height, a line for each key, to be cut. */
export function keyLines(columns: number, height: number): string[] {
  const lines = KEYS.flatMap(([keys, what]) =>
    wrapWhole(what, Math.max(1, columns - KEYS_WIDTH)).map((line, at) => pad(at === 0 ? keys : '', KEYS_WIDTH) + line),
  )
  return lines.length <= height ? lines : KEYS.map(([keys, what]) => pad(keys, KEYS_WIDTH) + what)
}

function promptOf(state: LiveState, what: 'filter' | 'advance' | 'org'): string {
  if (what === 'filter') return 'Filter'
  if (what === 'org') return 'Organisation number (empty for all)'
  return `Advance the clock${state.hasMany ? ` of organisation ${orgOf(state)}` : ''} by (6m, 24h)`
}
