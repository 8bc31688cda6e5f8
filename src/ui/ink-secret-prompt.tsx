import { Box, type Key, render, Text, useInput } from 'ink'
import { useRef, useState } from 'react'
import { type Typed, typeInto } from './secret-keys.js'

export interface SecretWish {
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
export async function renderSecretPrompt({ question, width, signal }: SecretWish, { input, output }: Streams) {
  let stop = () => {}
  // Before the question is drawn: who answers at once must not see the answer echoed. Ink takes it back.
  input.setRawMode(true)
  const ended = new Promise<Typed>((resolve, reject) => {
    const app = render(<SecretPrompt question={question} width={width} onEnd={resolve} />, {
      stdin: input,
      stdout: output,
      stderr: output,
      exitOnCtrlC: false,
      patchConsole: false,
    })
    const abort = () => reject(signal.reason)
    const hangUp = () => resolve({ answer: '', end: 'done' })
    signal.addEventListener('abort', abort, { once: true })
    input.once('end', hangUp)
    stop = () => {
      signal.removeEventListener('abort', abort)
      input.off('end', hangUp)
      app.unmount()
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
    <Box width={width} flexWrap="wrap" columnGap={1}>
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
