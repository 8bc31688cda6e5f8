import { untilAborted } from '../client/bound-time.js'
import { Interrupted } from '../terminal/failure.js'
import { printable } from '../terminal/printable.js'
import { layoutWidth } from '../terminal/style.js'
import { wrapMessage } from '../terminal/width.js'
import { isInCi } from './environment.js'
import type { Factory } from './factory.js'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
/** What the backspace and delete keys send. */
export const ERASES: ReadonlySet<string> = new Set(['\u0008', '\u007f'])

type Asker = Pick<Factory, 'environment' | 'globals' | 'screen' | 'signal'>

/** Whether a person is there to answer: a terminal, no CI, no `--no-input` (cli.md section 1). */
export function canAsk({ environment, globals }: Pick<Factory, 'environment' | 'globals'>): boolean {
  return environment.stdin.isTerminal && !globals.noInput && !isInCi(environment.env)
}

/** What a person answers, on one line. The answer to a secret question is not shown. Only where `canAsk`. */
export async function ask({ environment, signal }: Asker, question: string, secret = false): Promise<string> {
  const { node } = environment.stdin
  // A stream that is still being read would keep the process from ending.
  const stopReading = () => void node?.destroy()
  signal.addEventListener('abort', stopReading, { once: true })
  const isHidden = secret && node !== undefined
  node?.ref()
  // Before the question: who answers at once must not see the answer echoed.
  if (isHidden) node.setRawMode(true)
  try {
    // The cursor and a letter or two need room behind the question.
    const width = layoutWidth(environment.stderr.columns(), environment.env) - 4
    await environment.stderr.write(`${wrapMessage(printable(question), width)} `)
    const answer = await untilAborted(signal, takeLine(environment.stdin, isHidden))
    if (isHidden) await environment.stderr.write('\n')
    return answer.trim()
  } finally {
    signal.removeEventListener('abort', stopReading)
    node?.unref()
    if (isHidden && !node.destroyed) node.setRawMode(false)
  }
}

/** Whether a person says yes; anything else is no. */
export async function askYesNo(asker: Asker, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(asker, `${question} [y/N]`))
}

/** What was typed ahead, and who reads it: a second question goes on where the first one stopped. */
interface Typed {
  bytes: AsyncIterator<Uint8Array>
  decoder: InstanceType<typeof TextDecoder>
  rest: string
}

const TYPED = new WeakMap<object, Typed>()

function typedIn(stream: AsyncIterable<Uint8Array>): Typed {
  const typed = TYPED.get(stream) ?? { bytes: stream[Symbol.asyncIterator](), decoder: new TextDecoder(), rest: '' }
  TYPED.set(stream, typed)
  return typed
}

/**
 * One line of a stream, without its end; what there is at the end of the stream. `raw`: the terminal hands over every key as it is
 * pressed, so that erasing and Ctrl-C are ours to act on.
 */
async function takeLine(stream: AsyncIterable<Uint8Array>, raw: boolean): Promise<string> {
  const typed = typedIn(stream)
  let line = ''
  for (;;) {
    for (const character of typed.rest) {
      typed.rest = typed.rest.slice(character.length)
      if (character === '\n' || character === '\r') return line
      if (!raw) line += character
      else if (character === CTRL_C) throw new Interrupted('SIGINT')
      else if (character === CTRL_D) return line
      else line = ERASES.has(character) ? line.slice(0, -1) : line + character
    }
    const { done, value } = await typed.bytes.next()
    if (done) return line
    typed.rest = typed.decoder.decode(value, { stream: true })
  }
}
