import { untilAborted } from '../client/bound-time.js'
import { printable } from '../terminal/printable.js'
import type { Factory } from './factory.js'
import { takeLine } from './take-line.js'

type Asker = Pick<Factory, 'world' | 'globals' | 'screen' | 'signal'>

/** Whether a person is there to answer: a terminal, no CI, no `--no-input` (cli.md section 1). */
export function canAsk({ world, globals }: Pick<Factory, 'world' | 'globals'>): boolean {
  return world.stdin.isTerminal && !globals.noInput && !world.env.CI
}

/** What a person answers, on one line. The answer to a secret question is not shown. Only where `canAsk`. */
export async function ask({ world, signal }: Asker, question: string, secret = false): Promise<string> {
  const { node } = world.stdin
  // A stream that is still being read would keep the process from ending.
  const stopReading = () => void node?.destroy()
  signal.addEventListener('abort', stopReading, { once: true })
  const isHidden = secret && node !== undefined
  // Before the question: who answers at once must not see the answer echoed.
  if (isHidden) node.setRawMode(true)
  try {
    await world.stderr.write(`${printable(question)} `)
    const answer = await untilAborted(signal, takeLine(world.stdin, isHidden))
    if (isHidden) await world.stderr.write('\n')
    return answer.trim()
  } finally {
    signal.removeEventListener('abort', stopReading)
    if (isHidden && !node.destroyed) node.setRawMode(false)
  }
}

/** Whether a person says yes; anything else is no. */
export async function askYesNo(asker: Asker, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(asker, `${question} [y/N]`))
}
