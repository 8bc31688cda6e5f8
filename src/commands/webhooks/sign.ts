import { isObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { requiredText } from '../../cli/options.js'
import { readBytesOf } from '../../cli/read-file.js'
import { type Result, result } from '../../output/outcome.js'
import { sign } from '../../webhooks/signature.js'
import { requireOneStdin } from './read-delivery.js'
import { requireOneSecret, SECRET_OPTIONS } from './secrets.js'

const OPTIONS = { body: requiredText('--body <path>', 'file with the exact bytes; - reads stdin'), ...SECRET_OPTIONS }

export const COMMAND = command({
  examples: [
    ['webhooks sign --secret-env WEBHOOK_SECRET --body delivery.json'],
    ['webhooks sign --secret-file secret.txt --body - --json', 'also print its event and size'],
  ],
  options: OPTIONS,
  run: signBody,
})

/** The value of `X-Service-Signature` for a body (SIG-1). */
async function signBody(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  requireOneStdin([input.body, ...input.secretFile])
  const secret = await requireOneSecret(input, factory)
  const body = await readBytesOf(factory.environment, input.body)
  const event = findEvent(body)
  const data = { signature: sign(secret.value, body), ...(event === undefined ? {} : { event }), bytes: body.length }
  return result(data, ({ signature }) => [signature])
}

/** The event a body names, where it is a delivery. */
export function findEvent(body: Uint8Array): string | undefined {
  const delivery = parseJson(new TextDecoder().decode(body))
  return isObject(delivery) && typeof delivery.event === 'string' ? delivery.event : undefined
}
