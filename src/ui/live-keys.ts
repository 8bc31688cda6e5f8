import type { Key } from 'ink'
import { chosenRow, type DeliveryRow, type LiveState, orgOf, shownRows, TABS } from './live-state.js'

/** What a key asks of the emulator. */
export type LiveAction =
  | { kind: 'advance'; orgId: string; by: string }
  | { kind: 'resend'; orgId: string; id: string }
  | { kind: 'turn-clock'; orgId: string }
  | { kind: 'open'; orgId: string; id: string }
  | { kind: 'show-org'; orgId: string }
  | { kind: 'end' }
  | { kind: 'interrupt' }

/** A key as ink names it. */
export interface Pressed {
  characters: string
  name?: 'up' | 'down' | 'pageUp' | 'pageDown' | 'return' | 'escape' | 'tab' | 'erase' | 'interrupt'
}

export interface KeyOutcome {
  state: LiveState
  action?: LiveAction
}

/** Who types fast, or pastes, sends many keys at once: each counts. */
export function eachPressed({ characters, name }: Pressed): Pressed[] {
  if (name !== undefined) return [{ characters, name }]
  return Array.from(characters, (each) =>
    /[\r\n]/.test(each) ? { characters: '', name: 'return' } : { characters: each },
  )
}

const PAGE = 10
const MOVES: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1, pageUp: -PAGE, pageDown: PAGE }

/** What a key makes of the view. */
export function press(before: LiveState, pressed: Pressed): KeyOutcome {
  const state = { ...before, said: '' }
  if (pressed.name === 'interrupt') return { state, action: { kind: 'interrupt' } }
  if (state.showsKeys) return { state: { ...state, showsKeys: false } }
  if (state.typing) return typeLine(state, state.typing, pressed)
  const key = pressed.name ?? pressed.characters
  const move = Object.hasOwn(MOVES, key) ? MOVES[key] : undefined
  if (move !== undefined) return { state: moved(state, move) }
  if (key === 'q') return { state, action: { kind: 'end' } }
  return Object.hasOwn(KEYS, key) ? KEYS[key]!(state) : { state }
}

const KEYS: Readonly<Record<string, (state: LiveState) => KeyOutcome>> = {
  '1': (state) => shown(state, 0),
  '2': (state) => shown(state, 1),
  '3': (state) => shown(state, 2),
  tab: (state) => shown(state, (TABS.indexOf(state.tab) + 1) % TABS.length),
  return: open,
  escape: (state) => ({
    state: state.opened ? { ...state, opened: undefined } : { ...state, filter: '', selected: 0 },
  }),
  '/': (state) => ({ state: { ...state, typing: { what: 'filter', text: state.filter }, opened: undefined } }),
  a: (state) => ({ state: { ...state, typing: { what: 'advance', text: '' } } }),
  o: (state) => ({ state: { ...state, typing: { what: 'org', text: '' }, opened: undefined } }),
  c: (state) => ({ state, action: { kind: 'turn-clock', orgId: orgOf(state) } }),
  p: (state) => ({
    state: {
      ...state,
      selected: 0,
      paused: state.paused ? undefined : { requests: state.requests, deliveries: state.deliveries },
    },
  }),
  r: resend,
  '?': (state) => ({ state: { ...state, showsKeys: true } }),
}

function shown(state: LiveState, tab: number): KeyOutcome {
  return { state: { ...state, tab: TABS[tab]!, selected: 0, opened: undefined } }
}

function open(state: LiveState): KeyOutcome {
  const row = state.tab === 'requests' && !state.opened ? chosenRow(state) : undefined
  if (!row || !('path' in row)) return { state }
  const { orgId, id } = row
  return { state: { ...state, opened: { orgId, id, at: 0, record: undefined } }, action: { kind: 'open', orgId, id } }
}

function resend(state: LiveState): KeyOutcome {
  const row = state.tab === 'deliveries' ? (chosenRow(state) as DeliveryRow | undefined) : undefined
  if (!row) {
    const said = state.tab === 'deliveries' ? 'No deliveries to resend.' : 'Select a delivery first (press 2).'
    return { state: { ...state, said } }
  }
  return { state, action: { kind: 'resend', orgId: row.orgId, id: row.id } }
}

function moved(state: LiveState, by: number): LiveState {
  if (state.opened) return { ...state, opened: { ...state.opened, at: Math.max(0, state.opened.at + by) } }
  const last = Math.max(0, shownRows(state).length - 1)
  return { ...state, selected: Math.min(last, Math.max(0, state.selected + by)) }
}

function typeLine(
  state: LiveState,
  typing: NonNullable<LiveState['typing']>,
  { name, characters }: Pressed,
): KeyOutcome {
  const { what, text } = typing
  if (name === 'escape') return { state: { ...state, typing: undefined } }
  if (name === 'return') return TYPED[what]({ ...state, typing: undefined }, text.trim())
  const next = name === 'erase' ? [...text].slice(0, -1).join('') : name === undefined ? text + characters : text
  return { state: { ...state, typing: { what, text: next } } }
}

const TYPED: Record<NonNullable<LiveState['typing']>['what'], (state: LiveState, text: string) => KeyOutcome> = {
  filter: (state, filter) => ({ state: { ...state, filter, selected: 0 } }),
  advance: (state, by) => (by === '' ? { state } : { state, action: { kind: 'advance', orgId: orgOf(state), by } }),
  org: (state, text) => {
    const orgId = text.replace(/^#/, '')
    if (orgId === '') return { state: { ...state, org: undefined, clock: undefined, selected: 0 } }
    return { state, action: { kind: 'show-org', orgId } }
  },
}

const NAMES: readonly (readonly [flag: keyof Key, name: NonNullable<Pressed['name']>])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['pageUp', 'pageUp'],
  ['pageDown', 'pageDown'],
  ['return', 'return'],
  ['escape', 'escape'],
  ['tab', 'tab'],
  ['backspace', 'erase'],
  ['delete', 'erase'],
]

/** A key as the live view knows it, from what ink says of it. */
export function pressedOf(characters: string, key: Key): Pressed {
  if (key.ctrl) return characters === 'c' ? { characters, name: 'interrupt' } : { characters: '' }
  const name = NAMES.find(([flag]) => key[flag])?.[1]
  return name ? { characters, name } : { characters }
}
