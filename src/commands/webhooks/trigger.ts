import { count } from '../../base/count.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { text, texts } from '../../cli/options.js'
import { DELIVERY_HEADERS, type EventName } from '../../contract/events.js'
import { type Result, result, withHint } from '../../output/outcome.js'
import { wrongUsage } from '../../terminal/failure.js'
import { requireWord } from '../../terminal/require-word.js'
import { sign } from '../../webhooks/signature.js'
import { SAMPLE_NAMES, type SampleName } from '../../webhooks/tools.js'
import { callControl } from '../emulator/control-commands.js'
import { ORGANIZATION_OPTION } from '../emulator/emulator-options.js'
import { deliveryForm } from './delivery-form.js'
import { requireOneStdin } from './read-delivery.js'
import { readSigningSecrets, requireOneSecret, SECRET_OPTIONS } from './secrets.js'
import { requireReceiverUrl, sendDelivery, sentResult } from './send-delivery.js'
import { buildEvent } from './trigger-data.js'

const OPTIONS = {
  set: texts('--set <path=value>', 'a value of the sample, such as data.inserted=5'),
  data: text('--data <path>', 'data of the event from a JSON file; - reads stdin'),
  to: text('--to <url>', 'send it there, signed, instead of through the emulator'),
  ...SECRET_OPTIONS,
  ...ORGANIZATION_OPTION,
}

export const COMMAND = command({
  examples: [
    ['webhooks trigger content.pushed', 'to every subscription of the running emulator'],
    ["webhooks trigger analysis.completed --set 'data.survey_name=Tickets 2026'"],
    ['webhooks trigger flag.raised --to http://127.0.0.1:8080/webhooks --secret-env WEBHOOK_SECRET'],
  ],
  arguments: [{ name: 'EVENT', purpose: SAMPLE_NAMES.join(', '), required: true, choices: SAMPLE_NAMES }],
  options: OPTIONS,
  run: triggerEvent,
})

/** Emits an event through the emulator, or posts a signed sample to any address (cli.md section 4). */
async function triggerEvent(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  requireOneStdin([input.data, ...input.secretFile])
  const event = requireWord(input.args[0]!, SAMPLE_NAMES, 'event')
  const url = input.to === undefined ? undefined : requireReceiverUrl(input.to)
  const built = await buildEvent({ event, sets: input.set, dataFile: input.data, dataOnly: url === undefined }, factory)
  if (url === undefined) return emit(event, built.data, input, factory)
  const secret = await requireOneSecret(input, factory)
  const form = await deliveryForm(factory)
  const body = Buffer.from(JSON.stringify({ ...built, data: form.dataToWire(event, built.data) }))
  const id = `sample_${factory.environment.now().toString(36)}`
  const headers = { ...signedHeaders(event, secret.value, body), [form.header]: id }
  return sentResult(await sendDelivery(factory, { url, body, headers, form }))
}

/** The headers of a delivery that the interface shows (DLV-2 to DLV-4, SIG-1), in lower case. */
function signedHeaders(event: string, secret: string, body: Uint8Array): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': DELIVERY_HEADERS.userAgent,
    [DELIVERY_HEADERS.event.toLowerCase()]: event,
    [DELIVERY_HEADERS.signature.toLowerCase()]: sign(secret, body),
  }
}

async function emit(
  event: SampleName,
  data: unknown,
  input: CommandInput<typeof OPTIONS>,
  factory: Factory,
): Promise<Result> {
  if ((await readSigningSecrets(input, factory)).length > 0) {
    throw wrongUsage('a secret works only with --to', 'The emulator signs with the secret of each subscription.')
  }
  if (event === 'test') {
    throw wrongUsage('a test event needs a subscription', 'Use `inpk emulator subscriptions test ID`, or --to URL.')
  }
  const body = { event: event as EventName, data: data as Record<string, unknown> }
  const { deliveries } = await callControl(factory, input.org, 'emitEvent', { body })
  const [first] = deliveries
  // For programs as well: the exit code does not say it, as the event itself was emitted.
  if (first === undefined) await factory.screen.caution(`no active subscription takes ${event}, so nothing was sent`)
  const next =
    first === undefined
      ? '`inpk webhooks listen` adds a subscription.'
      : `\`inpk webhooks deliveries ${first}\` shows the result.`
  return withHint(
    result({ event, deliveries }, (shown) => [emittedLine(shown.event, shown.deliveries)]),
    () => next,
  )
}

function emittedLine(event: string, deliveries: readonly string[]): string {
  const sent = count(deliveries.length, 'delivery').replace(/ys$/, 'ies')
  return `${event}: ${sent}${deliveries.length === 0 ? '' : ` (${deliveries.join(', ')})`}`
}
