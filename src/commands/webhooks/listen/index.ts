import { makeCertificate } from '../../../base/certificate.js'
import { type CommandInput, command } from '../../../cli/command.js'
import type { Factory } from '../../../cli/factory.js'
import { flag, integer, text, texts } from '../../../cli/options.js'
import { styleOf } from '../../../cli/screen.js'
import { EVENT_NAMES } from '../../../contract/events.js'
import { outputFormat } from '../../../output/format.js'
import { applyJq } from '../../../output/jq.js'
import type { StreamResult } from '../../../output/outcome.js'
import { EXIT } from '../../../terminal/exit-codes.js'
import { wrongUsage } from '../../../terminal/failure.js'
import { printableJson } from '../../../terminal/printable.js'
import type { Style } from '../../../terminal/style.js'
import { wrapMessage } from '../../../terminal/width.js'
import { isFine, openListenDisplay, type SeenDelivery, seenText } from '../../../ui/listen-display.js'
import { ORGANIZATION_OPTION } from '../../emulator/emulator-options.js'
import { requireEvents } from '../../emulator/subscriptions.js'
import { readHeaders } from '../../header-lines.js'
import { readSigningSecrets, SECRET_OPTIONS } from '../secrets.js'
import { type DeliveryQueue, deliveryQueue } from './delivery-queue.js'
import { changingSecrets, openListener } from './open-listener.js'
import { type Arrived, openReceiver, type ReceiverAnswer } from './receiver.js'
import { subscribe } from './subscription.js'
import { type ListenerContext, takeDelivery } from './take-delivery.js'

const OPTIONS = {
  forwardTo: text('--forward-to <url>', 'forward each delivery unchanged, and answer with its response'),
  header: texts('-H, --header <line>', 'extra header for forwarded deliveries, `Name: value`'),
  port: integer('--port <n>', 'port to listen on (default: a free one)', { min: 0, max: 65_535 }),
  https: flag('--https', 'serve HTTPS, with a certificate made at start'),
  respond: integer('--respond <status>', "answer with this status (default: 200, or the target's with --forward-to)", {
    min: 200,
    max: 599,
  }),
  times: integer('--times <n>', 'how many times --respond answers (default: always)', { min: 1 }),
  save: text('--save <folder>', 'save each delivery here: headers and exact bytes'),
  printSecret: flag('--print-secret', 'show the signing secret of the subscription, for the receiver to verify with'),
  subscribe: text('--subscribe <events>', 'events to subscribe to, separated by commas (default: all)'),
  ...SECRET_OPTIONS,
  ...ORGANIZATION_OPTION,
}

export const COMMAND = command({
  examples: [
    ['webhooks listen', 'subscribes to the running emulator'],
    ['webhooks listen --forward-to http://127.0.0.1:8080/hook --save deliveries'],
    ['webhooks listen --respond 500 --times 3', 'to see the retries'],
    ['webhooks listen --port 8080 --secret-env WEBHOOK_SECRET', 'for deliveries from elsewhere, no subscription'],
    ['webhooks listen --limit 1 --json', 'stop after the first delivery'],
  ],
  options: OPTIONS,
  argumentsMean: ['forwardTo'],
  outputs: ['table', 'json', 'ndjson'],
  run: listen,
})

/** Receives, verifies, shows, saves and forwards until Ctrl-C, or until `--limit` is reached (then 11 where one did not verify). */
async function listen(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<StreamResult> {
  const given = await requireSense(input, factory)
  const events = requireEvents(input.subscribe?.split(',').map((word) => word.trim()) ?? EVENT_NAMES)
  const control = given.length > 0 ? undefined : await factory.control(input.org)
  const certificate = input.https
    ? makeCertificate(factory.environment.now(), { name: 'inpk webhooks listen', days: 30 })
    : undefined
  const secrets = changingSecrets(given.map(({ value }) => value))
  const listener = await openListener(input, { factory, secrets: secrets.current, certificate })
  const queue = deliveryQueue(factory.globals.limit)
  const receiver = await openReceiver({ port: input.port ?? 0, certificate }, (arrived) =>
    take(arrived, listener, queue),
  )
  const url = `${receiver.url}/`
  const onSecret = (secret: string) => {
    secrets.replace(secret)
    if (input.printSecret) void factory.screen.line(`Signing secret: ${secret}`)
  }
  const subscription = { url, events, ca: certificate?.cert, onSecret }
  const own = await (control && subscribe(factory, control, subscription))?.catch(async (error: unknown) => {
    await receiver.close()
    throw error
  })
  const stop = async () => {
    await own?.close()
    await receiver.close()
  }
  const title = titleOf(url, own?.id(), listener.forwardTo)
  return {
    chunks: deliveryChunks({ factory, queue, title, stop }),
    get exitCode() {
      return queue.isFull() && queue.hasForged() ? EXIT.checkFailed : undefined
    },
  }
}

/** The secrets that were named. Refuses options that can't be combined, before anything is opened. */
async function requireSense(input: CommandInput<typeof OPTIONS>, factory: Factory) {
  if (input.times !== undefined && input.respond === undefined) throw wrongUsage('--times works only with --respond')
  if (input.header.length > 0 && input.forwardTo === undefined)
    throw wrongUsage('--header works only with --forward-to')
  readHeaders(input.header)
  const given = await readSigningSecrets(input, factory)
  if (given.length > 0 && input.printSecret) {
    throw wrongUsage(
      "--print-secret and a secret can't be used together",
      'It shows the secret that the emulator makes.',
    )
  }
  if (given.length > 0 && input.subscribe !== undefined) {
    throw wrongUsage(
      "--subscribe and a secret can't be used together",
      'The emulator makes a secret for its subscription.',
    )
  }
  return given
}

async function take(arrived: Arrived, listener: ListenerContext, queue: DeliveryQueue): Promise<ReceiverAnswer> {
  try {
    const { answer, seen } = await takeDelivery(listener, arrived)
    await queue.put(seen)
    return answer
  } catch (error) {
    await listener.factory.screen.warn(`a delivery was answered with 500: ${(error as Error).message}`)
    return { status: 500 }
  }
}

function titleOf(url: string, subscriptionId: string | undefined, forwardTo: string | undefined): string {
  const subscribed = subscriptionId === undefined ? '' : `, subscription ${subscriptionId} of the emulator`
  return `Listening at ${url}${subscribed}${forwardTo === undefined ? '' : `, forwarding to ${forwardTo}`}`
}

interface Listening {
  factory: Factory
  queue: DeliveryQueue
  title: string
  stop(): Promise<void>
}

/** What a listener prints: a line a delivery, or JSON; on a terminal a live display in their place. `stop` runs at the end, however it comes. */
async function* deliveryChunks({ factory, queue, title, stop }: Listening): AsyncGenerator<string> {
  const { globals, screen, environment, signal } = factory
  const asText = outputFormat(globals) === 'table' && globals.jq === undefined
  const display = asText ? await openListenDisplay(factory, { title }) : undefined
  const style = await styleOf(environment, globals, environment.stdout)
  try {
    // Printed for programs too: a free port is known from nowhere else.
    if (!display && !globals.quiet) await screen.say(`${title}. Ctrl-C to stop.`)
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
  return `${wrapMessage(`${isFine(seen) ? style.green('✓') : style.red('✗')} ${seenText(seen)}`, style.tableWidth)}\n`
}

async function jsonOf(seen: SeenDelivery, { globals: { jq }, environment, signal, screen }: Factory): Promise<string> {
  const json = JSON.stringify(seen)
  if (jq === undefined) return `${printableJson(json)}\n`
  return applyJq(json, jq, { isTerminal: environment.stdout.isTerminal, signal, tell: screen.line })
}
