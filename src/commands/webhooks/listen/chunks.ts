import type { Factory } from '../../../cli/factory.js'
import { styleOf } from '../../../cli/screen.js'
import { outputFormat } from '../../../output/format.js'
import { applyJq } from '../../../output/jq.js'
import { printable, printableJson } from '../../../terminal/printable.js'
import type { Style } from '../../../terminal/style.js'
import { openListenDisplay, type SeenDelivery, seenText } from '../../../ui/listen-display.js'
import type { DeliveryQueue } from './delivery-queue.js'

interface Listening {
  factory: Factory
  queue: DeliveryQueue
  title: string
  stop(): Promise<void>
}

/** What a listener prints: a line a delivery, or JSON; on a terminal a live display in their place. `stop` runs at the end, however it comes. */
export async function* deliveryChunks({ factory, queue, title, stop }: Listening): AsyncGenerator<string> {
  const { globals, screen, world, signal } = factory
  const asText = outputFormat(globals) === 'table' && globals.jq === undefined
  const display = asText ? await openListenDisplay(factory, { title }) : undefined
  const style = await styleOf(world, globals, world.stdout)
  try {
    // Told to programs too: a free port is known from nowhere else.
    if (!display && !globals.quiet) await screen.line(printable(`${title}. Ctrl-C ends.`))
    for await (const seen of queue.take(signal)) {
      if (display) display.show(seen)
      else if (asText) yield lineOf(seen, style)
      else yield await jsonOf(seen, factory)
    }
  } finally {
    await display?.close()
    await stop()
  }
}

function lineOf(seen: SeenDelivery, style: Style): string {
  return `${seen.verified ? style.green('✓') : style.red('✗')} ${seenText(seen)}\n`
}

async function jsonOf(seen: SeenDelivery, { globals: { jq }, world, signal }: Factory): Promise<string> {
  const json = JSON.stringify(seen)
  if (jq === undefined) return `${printableJson(json)}\n`
  return applyJq(json, jq, { isTerminal: world.stdout.isTerminal, signal })
}
