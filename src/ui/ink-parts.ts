import { stripVTControlCharacters } from 'node:util'
import type { Instance } from 'ink'
import { displayWidth } from '../terminal/width.js'

/** The ready-made parts of live displays: the one place that imports them. */
export { Spinner } from '@inkjs/ui'

const USUAL_COLUMNS = 80

/**
 * Follows the width of a terminal. A picture that is wider than the terminal takes more lines than ink erases, so each picture is drawn for
 * the columns of that moment, and again when they change.
 */
export function followWidth(stream: NodeJS.WriteStream, draw: () => void): { columns(): number; stop(): void } {
  stream.on('resize', draw)
  return { columns: () => stream.columns || USUAL_COLUMNS, stop: () => void stream.off('resize', draw) }
}

/** To where the line before the cursor begins. */
const LINE_UP = '\u001b[1A'
const ERASE_LINE = '\u001b[2K'

/** A terminal that is being resized says its size late: tmux up to 250 ms. */
const SETTLES_WITHIN_MS = 400

/**
 * The terminal for ink to draw on. Where it becomes narrower, most terminals break the lines they show: what ink drew takes more lines
 * then than ink erases, so the rest is erased here. What is drawn while it is being resized waits until its size is known.
 */
export function reflowing(stream: NodeJS.WriteStream, env = process.env): NodeJS.WriteStream {
  let drawn = ''
  let { columns } = stream
  let settling: NodeJS.Timeout | undefined
  const waiting: [text: string, done?: () => void][] = []
  const settle = () => {
    settling = undefined
    for (const each of waiting.splice(0)) writeNow(...each)
  }
  const write = (text: string, done?: () => void) => {
    if (stream.columns !== columns) {
      columns = stream.columns
      clearTimeout(settling)
      settling = setTimeout(settle, SETTLES_WITHIN_MS)
    }
    if (settling === undefined) return writeNow(text, done)
    waiting.push([text, done])
    return true
  }
  const writeNow = (text: string, done?: () => void) => {
    const isErasing = text.startsWith(ERASE_LINE)
    const extra = isErasing && breaksLines(env) ? brokenLines(drawn, stream.columns) : 0
    const visible = stripVTControlCharacters(text)
    if (isErasing || visible !== '') drawn = visible
    return stream.write(`${`${ERASE_LINE}${LINE_UP}`.repeat(extra)}${text}`, done)
  }
  return new Proxy(stream, {
    get(_, name) {
      const member = name === 'write' ? write : Reflect.get(stream, name, stream)
      return typeof member === 'function' ? member.bind(stream) : member
    },
  })
}

/** Whether a terminal that becomes narrower breaks its lines. xterm, screen and the console of Linux cut them. */
function breaksLines({ TMUX, XTERM_VERSION, STY, TERM }: NodeJS.ProcessEnv): boolean {
  return TMUX !== undefined || (XTERM_VERSION === undefined && STY === undefined && TERM !== 'linux')
}

/** How many lines more than it has a text takes at a width. */
function brokenLines(text: string, columns = USUAL_COLUMNS): number {
  const extra = (line: string) => Math.max(1, Math.ceil(displayWidth(line) / columns)) - 1
  return text.split('\n').reduce((sum, line) => sum + extra(line), 0)
}

/**
 * Ends a display without a trace. Its last picture is an empty line: to clear what it drew and end it then erases more lines than that,
 * where a newer picture waits to be drawn.
 */
export async function takeDown(app: Instance, stream: NodeJS.WriteStream): Promise<void> {
  app.rerender(null)
  app.unmount()
  await app.waitUntilExit()
  stream.write(LINE_UP)
}
