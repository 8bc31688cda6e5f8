import { Box, type Key, render, Text, useInput } from 'ink'
import { useRef, useState } from 'react'
import { ERASES } from '../cli/ask.js'
import { reflowing } from './ink-parts.js'

const ENDS: Record<string, 'done' | 'interrupted'> = {
  '\r': 'done',
  '\n': 'done',
  '\u0004': 'done',
  '\u0003': 'interrupted',
}

export interface SecretPromptOptions {
  question: string
  width: number
  signal: AbortSignal
}

interface Streams {
  input: NodeJS.ReadStream
  output: NodeJS.WriteStream
}

/**
 * Asks a question and gives its answer, of which only the length is seen; undefined after Ctrl-C. The terminal is as before when
 * this settles.
 */
export async function renderSecretPrompt({ question, width, signal }: SecretPromptOptions, { input, output }: Streams) {
  let stop = async () => {}
  // Before the question is drawn: who answers at once must not see the answer echoed. Ink takes it back.
  input.setRawMode(true)
  const ended = new Promise<Typed>((resolve, reject) => {
    const app = render(<SecretPrompt question={question} width={width} onEnd={resolve} />, {
      stdin: input,
      stdout: reflowing(output),
      stderr: output,
      exitOnCtrlC: false,
      patchConsole: false,
    })
    const abort = () => reject(signal.reason)
    const hangUp = () => resolve({ answer: '', end: 'done' })
    signal.addEventListener('abort', abort, { once: true })
    input.once('end', hangUp)
    stop = async () => {
      signal.removeEventListener('abort', abort)
      input.off('end', hangUp)
      app.unmount()
      await app.waitUntilExit()
    }
  })
  const { answer, end } = await ended.finally(() => stop())
  return end === 'interrupted' ? undefined : answer.trim()
}

interface PromptProps {
  question: string
  width: number
  onEnd(typed: Typed): void
}

export function SecretPrompt({ question, width, onEnd }: PromptProps) {
  const answer = useRef('')
  const [length, setLength] = useState(0)
  useInput((characters, key) => {
    const typed = typeInto(answer.current, charactersOf(characters, key))
    answer.current = typed.answer
    setLength(typed.answer.length)
    if (typed.end) onEnd(typed)
  })
  return (
    <Box flexWrap="wrap" columnGap={1}>
      <Text bold>{question}</Text>
      <Text dimColor>{'•'.repeat(Math.min(length, width))}</Text>
    </Box>
  )
}

/** The characters behind what ink names; keys that move, and escapes, are none. */
function charactersOf(characters: string, key: Key): string {
  if (key.return) return '\r'
  if (key.backspace || key.delete) return '\u007f'
  if (key.ctrl) return String.fromCharCode(characters.charCodeAt(0) & 0x1f)
  return key.meta || key.escape ? '' : characters
}

/** What pressed keys did to a hidden answer. */
export interface Typed {
  answer: string
  end?: 'done' | 'interrupted'
}

/** The answer after more characters came, one by one: a paste may hold a whole line. What follows its end is dropped. */
export function typeInto(answer: string, characters: string): Typed {
  let typed = answer
  for (const character of characters) {
    const end = ENDS[character]
    if (end) return { answer: typed, end }
    if (ERASES.has(character)) typed = typed.slice(0, -1)
    else if (character === '\u0015') typed = ''
    else if (character >= ' ') typed += character
  }
  return { answer: typed }
}
