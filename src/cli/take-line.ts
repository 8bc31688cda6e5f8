import { Interrupted } from '../terminal/failure.js'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const ERASES = new Set(['\u0008', '\u007f'])

/**
 * One line of a stream, without its end; '' at the end of the stream. `raw`: the terminal hands over every key as it is pressed, so
 * that erasing and Ctrl-C are ours to act on.
 */
export async function takeLine(stream: AsyncIterable<Uint8Array>, raw: boolean): Promise<string> {
  const decoder = new TextDecoder()
  let line = ''
  for await (const bytes of stream) {
    const typed = decoder.decode(bytes, { stream: true })
    for (const character of typed) {
      if (character === '\n' || character === '\r') return line
      if (!raw) line += character
      else if (character === CTRL_C) throw new Interrupted('SIGINT')
      else if (character === CTRL_D) return line
      else line = ERASES.has(character) ? line.slice(0, -1) : line + character
    }
  }
  return line
}
