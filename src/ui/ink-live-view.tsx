import { Box, type Key, render, Text, useInput } from 'ink'
import { useEffect, useState } from 'react'
import { pad, truncate } from '../output/width.js'
import type { Pressed } from './live-keys.js'
import { type Line, requestLines, rowLines } from './live-lines.js'
import { chosenRequest, type LiveState, TABS } from './live-state.js'

export interface LiveWish {
  title: string
  onPress(pressed: Pressed): void
}

interface Streams {
  input: NodeJS.ReadStream
  output: NodeJS.WriteStream
}

const OTHER_SCREEN = '\u001b[?1049h'
const OWN_SCREEN = '\u001b[?1049l\u001b[?25h'

/** Draws the live view on a screen of its own; `close` gives the terminal back as it was, and so does any end of the process. */
export function renderLiveView(wish: LiveWish, first: LiveState, { input, output }: Streams) {
  const restore = () => void output.write(OWN_SCREEN)
  process.once('exit', restore)
  output.write(OTHER_SCREEN)
  const view = (state: LiveState) => <LiveView wish={wish} state={state} stream={output} />
  const options = { stdin: input, stdout: output, stderr: output, exitOnCtrlC: false, patchConsole: false }
  const app = render(view(first), options)
  return {
    show: (state: LiveState) => app.rerender(view(state)),
    async close() {
      app.unmount()
      await app.waitUntilExit()
      process.off('exit', restore)
      restore()
    },
  }
}

interface ViewProps {
  wish: LiveWish
  state: LiveState
  stream: Pick<NodeJS.WriteStream, 'columns' | 'rows' | 'on' | 'off'>
}

export function LiveView({ wish, state, stream }: ViewProps) {
  const { columns, rows } = useSize(stream)
  useInput((characters, key) => wish.onPress(pressedOf(characters, key)))
  // One row less than there are: a full screen would make ink clear the terminal each time.
  const height = Math.max(3, rows - 6)
  return (
    <Box flexDirection="column" width={columns}>
      <Text bold wrap="truncate">
        {wish.title}
      </Text>
      <Text wrap="truncate">{statusLine(state)}</Text>
      <Text wrap="truncate">{tabLine(state, columns)}</Text>
      <Box flexDirection="column" height={height}>
        <Body state={state} columns={columns} height={height} />
      </Box>
      <Text dimColor wrap="truncate">
        {footLine(state)}
      </Text>
    </Box>
  )
}

function Body({ state, columns, height }: { state: LiveState; columns: number; height: number }) {
  const opened = state.openAt === undefined ? undefined : chosenRequest(state)
  if (opened) {
    const lines = requestLines(opened, columns)
    const from = Math.min(state.openAt ?? 0, Math.max(0, lines.length - height))
    return numbered(lines.slice(from, from + height), from).map((line) => <Drawn key={line.number} line={line} />)
  }
  const { first, lines } = rowLines(state, columns, height)
  if (lines.length === 0) return <Text dimColor>{EMPTY[state.tab]}</Text>
  return numbered(lines, first).map((line) => (
    <Drawn key={line.number} line={line} isChosen={line.number === state.selected} />
  ))
}

function numbered(lines: readonly Line[], from: number): (Line & { number: number })[] {
  return lines.map((line, index) => ({ ...line, number: from + index }))
}

function Drawn({ line: { text, paint }, isChosen = false }: { line: Line; isChosen?: boolean }) {
  return (
    <Text {...(paint && { color: paint })} inverse={isChosen} wrap="truncate">
      {text === '' ? ' ' : text}
    </Text>
  )
}

const EMPTY = {
  requests: 'No requests yet. Try `inpk me` in another terminal.',
  deliveries: 'No deliveries yet. `inpk webhooks listen` subscribes, `inpk webhooks trigger` sends.',
  sources: 'No sources yet. `inpk push FILE --group G --source S --create` makes one.',
}

function statusLine({ clock, limits, sources, count }: LiveState): string {
  const time = clock
    ? `${clock.now.slice(0, 19).replace('T', ' ')} ${clock.mode === 'frozen' ? 'frozen' : 'running'}`
    : ''
  const items = sources.reduce((sum, { item_count }) => sum + item_count, 0)
  return [time, `${count} requests`, `${items} items`, limits].filter(Boolean).join('  ·  ')
}

function tabLine(state: LiveState, columns: number): string {
  const tabs = TABS.map((tab, index) => `${index + 1} ${tab === state.tab ? `[${tab}]` : tab}`).join('  ')
  const marks = [state.paused && 'PAUSED', state.filter && `filter: ${state.filter}`].filter(Boolean).join('  ')
  return truncate(`${pad(tabs, 44)}${marks}`, columns)
}

function footLine({ typing, said, openAt, tab }: LiveState): string {
  if (typing)
    return `${typing.what === 'filter' ? 'Filter' : 'Advance the clock by (such as 6m, 24h)'}: ${typing.text}▏  Esc leaves it`
  if (said !== '') return said
  if (openAt !== undefined) return '↑↓ scroll  Esc back  q ends'
  const special = tab === 'deliveries' ? 'r resend' : tab === 'requests' ? 'Enter open' : ''
  return ['↑↓ choose', special, '/ filter', 'p pause', 'a advance', 'c freeze or run', 'q ends']
    .filter(Boolean)
    .join('  ')
}

function useSize(stream: ViewProps['stream']): { columns: number; rows: number } {
  const size = () => ({ columns: stream.columns || 80, rows: stream.rows || 24 })
  const [current, setCurrent] = useState(size)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream stays the same.
  useEffect(() => {
    const look = () => setCurrent(size())
    stream.on('resize', look)
    return () => void stream.off('resize', look)
  }, [])
  return current
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

function pressedOf(characters: string, key: Key): Pressed {
  if (key.ctrl) return characters === 'c' ? { characters, name: 'interrupt' } : { characters: '' }
  const name = NAMES.find(([flag]) => key[flag])?.[1]
  return name ? { characters, name } : { characters }
}
