import type { DeliverySummary } from '../contract/control/stream.js'
import { type LiveState, rowsOf, TABS } from './live-state.js'

/** What a key asks of the emulator. */
export type Deed =
  | { kind: 'advance'; by: string }
  | { kind: 'resend'; id: string }
  | { kind: 'turn-clock' }
  | { kind: 'end' }
  | { kind: 'interrupt' }

/** A key as ink names it. */
export interface Pressed {
  characters: string
  name?: 'up' | 'down' | 'pageUp' | 'pageDown' | 'return' | 'escape' | 'tab' | 'erase' | 'interrupt'
}

export interface Outcome {
  state: LiveState
  deed?: Deed
}

const PAGE = 10
const MOVES: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1, pageUp: -PAGE, pageDown: PAGE }

/** What a key makes of the view. */
export function press(before: LiveState, pressed: Pressed): Outcome {
  const state = { ...before, said: '' }
  if (pressed.name === 'interrupt') return { state, deed: { kind: 'interrupt' } }
  if (state.typing) return typeLine(state, state.typing, pressed)
  const key = pressed.name ?? pressed.characters
  const move = MOVES[key]
  if (move !== undefined) return { state: moved(state, move) }
  if (key === 'q') return { state, deed: { kind: 'end' } }
  const act = KEYS[key]
  return act ? act(state) : { state }
}

const KEYS: Readonly<Record<string, (state: LiveState) => Outcome>> = {
  '1': (state) => shown(state, 0),
  '2': (state) => shown(state, 1),
  '3': (state) => shown(state, 2),
  tab: (state) => shown(state, (TABS.indexOf(state.tab) + 1) % TABS.length),
  return: (state) => ({
    state: { ...state, openAt: state.tab === 'requests' && rowsOf(state).length > 0 ? 0 : undefined },
  }),
  escape: (state) => ({
    state: state.openAt === undefined ? { ...state, filter: '', selected: 0 } : { ...state, openAt: undefined },
  }),
  '/': (state) => ({ state: { ...state, typing: { what: 'filter', text: state.filter }, openAt: undefined } }),
  a: (state) => ({ state: { ...state, typing: { what: 'advance', text: '' } } }),
  c: (state) => ({ state, deed: { kind: 'turn-clock' } }),
  p: (state) => ({
    state: {
      ...state,
      selected: 0,
      paused: state.paused ? undefined : { requests: state.requests, deliveries: state.deliveries },
    },
  }),
  r: resend,
}

function shown(state: LiveState, tab: number): Outcome {
  return { state: { ...state, tab: TABS[tab]!, selected: 0, openAt: undefined } }
}

function resend(state: LiveState): Outcome {
  const row = state.tab === 'deliveries' ? (rowsOf(state)[state.selected] as DeliverySummary | undefined) : undefined
  if (!row) return { state: { ...state, said: 'Choose a delivery first: 2 shows them.' } }
  return { state, deed: { kind: 'resend', id: row.id } }
}

function moved(state: LiveState, by: number): LiveState {
  if (state.openAt !== undefined) return { ...state, openAt: Math.max(0, state.openAt + by) }
  const last = Math.max(0, rowsOf(state).length - 1)
  return { ...state, selected: Math.min(last, Math.max(0, state.selected + by)) }
}

function typeLine(state: LiveState, typing: NonNullable<LiveState['typing']>, { name, characters }: Pressed): Outcome {
  const { what, text } = typing
  const lineEnd = characters.search(/[\r\n]/)
  if (name === undefined && lineEnd >= 0) {
    // Who types fast, or pastes, sends a whole line at once.
    const whole = { what, text: text + characters.slice(0, lineEnd) }
    return typeLine(state, whole, { characters: '', name: 'return' })
  }
  if (name === 'escape') return { state: { ...state, typing: undefined } }
  if (name === 'return') {
    const done = { ...state, typing: undefined }
    if (what === 'filter') return { state: { ...done, filter: text.trim(), selected: 0 } }
    return text.trim() === '' ? { state: done } : { state: done, deed: { kind: 'advance', by: text.trim() } }
  }
  const next = name === 'erase' ? text.slice(0, -1) : name === undefined ? text + characters : text
  return { state: { ...state, typing: { what, text: next } } }
}
