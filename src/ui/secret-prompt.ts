import { ask } from '../cli/ask.js'
import type { Factory } from '../cli/factory.js'
import { printableLine } from '../terminal/printable.js'
import { loadDrawing } from './load-drawing.js'

/** What a person answers to a question whose answer is not shown. Only where `canAsk`; ends with `Interrupted` at Ctrl-C. */
export async function askSecret(factory: Factory, question: string): Promise<string> {
  const { screen, world, signal } = factory
  if (!screen.draws || !world.stderr.node || !world.stdin.node) return ask(factory, question, true)
  const { renderSecretPrompt } = await loadDrawing(() => import('./ink-secret-prompt.js'))
  const streams = { input: world.stdin.node, output: world.stderr.node }
  return renderSecretPrompt({ question: printableLine(question), width: screen.style.width, signal }, streams)
}
