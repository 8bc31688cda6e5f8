import { ask } from '../cli/ask.js'
import type { Factory } from '../cli/factory.js'
import { Interrupted } from '../terminal/failure.js'
import { printableLine } from '../terminal/printable.js'
import { loadDrawing } from './load-drawing.js'

/** What a person answers to a question whose answer is not shown. Only where `canAsk`; ends with `Interrupted` at Ctrl-C. */
export async function askSecret(factory: Factory, question: string): Promise<string> {
  const { screen, environment, signal } = factory
  if (!screen.draws || !environment.stderr.node || !environment.stdin.node) return ask(factory, question, true)
  const { renderSecretPrompt } = await loadDrawing(() => import('./ink-secret-prompt.js'))
  const streams = { input: environment.stdin.node, output: environment.stderr.node }
  const prompt = { question: printableLine(question), width: screen.style.width, signal }
  const answer = await renderSecretPrompt(prompt, streams)
  if (answer === undefined) throw new Interrupted('SIGINT')
  return answer
}
