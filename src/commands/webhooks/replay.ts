import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { flag, text } from '../../cli/options.js'
import { OTHER_VERSION } from '../../client/control.js'
import { ServiceError, UnexpectedResponseError } from '../../client/errors.js'
import { DELIVERY_HEADERS } from '../../contract/events.js'
import { type Result, result, withHint } from '../../output/outcome.js'
import { ExplainedError, wrongUsage } from '../../terminal/failure.js'
import { sign } from '../../webhooks/signature.js'
import { parseRequest, type SavedRequest } from '../../webhooks/tools.js'
import { callControl } from '../emulator/control-commands.js'
import { ORGANIZATION_OPTION } from '../emulator/emulator-options.js'
import { deliveryForm } from './delivery-form.js'
import { endToEndHeaders } from './end-to-end-headers.js'
import { readSavedRequest, requireOneStdin } from './read-delivery.js'
import { type NamedSecret, readSigningSecrets, requireOneSecret, SECRET_OPTIONS } from './secrets.js'
import { requireReceiverUrl, sendDelivery, sentResult } from './send-delivery.js'

const OPTIONS = {
  to: text('--to <url>', "target (default: the delivery's own subscription)"),
  resign: flag('--resign', 'sign it again; needs a secret'),
  ...SECRET_OPTIONS,
  ...ORGANIZATION_OPTION,
}

export const COMMAND = command({
  examples: [
    ['webhooks replay dlv_3 --to http://127.0.0.1:8080/webhooks'],
    ['webhooks replay saved.http --to http://127.0.0.1:8080/webhooks --resign --secret-env WEBHOOK_SECRET'],
    ['webhooks replay dlv_3', 'send it again to its own subscription'],
  ],
  arguments: [
    {
      name: 'DELIVERY',
      purpose: 'a delivery of the emulator such as dlv_3, or a saved request; - reads stdin',
      required: true,
    },
  ],
  options: OPTIONS,
  run: replayDelivery,
})

const DELIVERY_ID = /^dlv_\w+$/
/** Sends a delivery again, byte for byte with its headers, or signed again (cli.md section 4). */
async function replayDelivery(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const what = input.args[0]!
  requireOneStdin([what, ...input.secretFile])
  const secret = await findSecret(input, factory)
  if (input.to === undefined) return redeliver(what, input, factory)
  const url = requireReceiverUrl(input.to)
  const { headers, body } = await readSource(what, input, factory)
  const own = endToEndHeaders(headers)
  if (secret) own[DELIVERY_HEADERS.signature.toLowerCase()] = sign(secret.value, body)
  return sentResult(await sendDelivery(factory, { url, headers: own, body, form: await deliveryForm(factory) }))
}

async function findSecret(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<NamedSecret | undefined> {
  if (input.resign) return requireOneSecret(input, factory)
  if ((await readSigningSecrets(input, factory)).length === 0) return undefined
  throw wrongUsage('a secret works only with --resign', 'Without it the signature goes out as it came.')
}

async function readSource(
  what: string,
  { org }: CommandInput<typeof OPTIONS>,
  factory: Factory,
): Promise<SavedRequest> {
  if (!DELIVERY_ID.test(what)) return readSavedRequest(factory.environment, what)
  const record = await callControl(factory, org, 'getDelivery', { params: { id: what } })
  try {
    return parseRequest(Buffer.from(JSON.stringify(record)))
  } catch (error) {
    throw new UnexpectedResponseError(
      `The response to getDelivery is not a delivery: ${(error as Error).message}`,
      OTHER_VERSION,
    )
  }
}

async function redeliver(
  what: string,
  { org, resign }: CommandInput<typeof OPTIONS>,
  factory: Factory,
): Promise<Result> {
  if (!DELIVERY_ID.test(what)) throw wrongUsage('no target given', 'Give --to URL.')
  if (resign)
    throw wrongUsage('--resign works only with --to', 'The emulator signs with the secret of the subscription.')
  const record = await callControl(factory, org, 'redeliver', { params: { id: what } }).catch((error: unknown) => {
    if (!isWithoutSubscription(error)) throw error
    throw new ExplainedError(error, `\`inpk webhooks replay ${what} --to URL\` sends it elsewhere.`)
  })
  const sent = result(record, ({ id, url, subscription_id }) => [
    `Sent ${what} again to ${url ?? `subscription ${subscription_id}`}, as ${id}.`,
  ])
  return withHint<{ id: string }>(sent, ({ id }) => `\`inpk webhooks deliveries ${id}\` shows the result.`)
}

/** Whether a delivery is there, and who it went to is gone: a listener that has ended takes its subscription with it. */
function isWithoutSubscription(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'NOT_FOUND' && error.message.startsWith('subscription ')
}
