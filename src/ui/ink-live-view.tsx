import { Box, render, Text, useInput } from 'ink'
import { truncate } from '../terminal/width.js'
import { type Pressed, pressedOf } from './live-keys.js'
import { type Line, requestLines, rowLines } from './live-lines.js'
import type { LiveState } from './live-state.js'
import { emptyText, footLines, headLines, keyLines } from './live-texts.js'
import { takeScreen } from './take-screen.js'

export interface LiveViewOptions {
  title: string
  onPress(pressed: Pressed): void
  /** Called once when nothing can be drawn any more; the terminal is given back by then. */
  onFailure(error: Error): void
}

interface Streams {
  input: NodeJS.ReadStream
  output: NodeJS.WriteStream
}

const CLEAR = '\u001b[2J\u001b[H'

/** Draws the live view on a screen of its own; `close` gives the terminal back as it was, and so does any end of the process. */
export function renderLiveView(options: LiveViewOptions, first: LiveState, { input, output }: Streams) {
  let state = first
  let isOpen = true
  const restore = takeScreen(output, input, { stop: () => stop() })
  output.write(CLEAR)
  let app = mount()
  output.on('resize', startAnew)
  return { show, close: restore }

  function show(next: LiveState): void {
    state = next
    if (isOpen) app.rerender(view())
  }

  function stop(): void {
    isOpen = false
    output.off('resize', startAnew)
    app.unmount()
  }

  /** Of what a terminal does to lines when it changes its size nothing is left. */
  function startAnew(): void {
    if (!isOpen) return
    app.unmount()
    output.write(CLEAR)
    app = mount()
  }

  function view() {
    return <LiveViewScreen options={options} state={state} columns={output.columns || 80} rows={output.rows || 24} />
  }

  function mount() {
    // ink clears the terminal, and what scrolled out of it, where it believes that a picture does not fit; it is not to hear of sizes.
    const pane = Object.create(output, { rows: { value: Number.MAX_SAFE_INTEGER }, on: { value: () => pane } })
    const streams = { stdin: input, stdout: pane, stderr: output, exitOnCtrlC: false, patchConsole: false }
    const mounted = render(view(), streams)
    mounted.waitUntilExit().catch((error: Error) => {
      if (!isOpen) return
      restore()
      options.onFailure(error)
    })
    return mounted
  }
}

interface ViewProps {
  options: Pick<LiveViewOptions, 'title' | 'onPress'>
  state: LiveState
  columns: number
  rows: number
}

/** Lines of the foot; the list is what the screen is for. */
const MOST_FOOT = 5

/** Everything on the screen: the lines around a list, or around what is open of a request, and a line that stays free. */
export function LiveViewScreen({ options, state, columns, rows }: ViewProps) {
  useInput((characters, key) => options.onPress(pressedOf(characters, key)))
  const foot = footLines(state, columns).slice(0, MOST_FOOT)
  const [title, ...head] = headLines(options.title, state, columns, rows - 1 - foot.length)
  const height = Math.max(1, rows - 2 - head.length - foot.length)
  return (
    <Box flexDirection="column" width={columns}>
      <Text bold wrap="truncate">
        {title}
      </Text>
      <Cut lines={head} />
      <Box flexDirection="column" height={height}>
        <Body state={state} columns={columns} height={height} />
      </Box>
      <Cut lines={foot} dim />
    </Box>
  )
}

function Cut({ lines, dim = false }: { lines: readonly string[]; dim?: boolean }) {
  return lines.map((line) => (
    <Text key={line} dimColor={dim} wrap="truncate">
      {line}
    </Text>
  ))
}

function Body({ state, columns, height }: { state: LiveState; columns: number; height: number }) {
  if (state.showsKeys) {
    const lines = keyLines(columns, height)
      .slice(0, height)
      .map((text) => ({ text: truncate(text, columns) }))
    return numbered(lines, 0).map((line) => <Drawn key={line.number} line={line} />)
  }
  if (state.opened) {
    const lines = requestLines(state.opened, columns)
    const from = Math.min(state.opened.at, Math.max(0, lines.length - height))
    return numbered(lines.slice(from, from + height), from).map((line) => <Drawn key={line.number} line={line} />)
  }
  const { first, lines } = rowLines(state, columns, height)
  if (lines.length === 0) return <Text dimColor>{emptyText(state)}</Text>
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
