import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { choice, duration, text } from '../../cli/options.js'
import { readBytesOf } from '../../cli/read-file.js'
import { DELIVERY_HEADERS } from '../../contract/events.js'
import { type Result, result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { wrongUsage } from '../../terminal/failure.js'
import { diagnose, FRAMEWORK_NAMES, type OtherDelivery } from '../../webhooks/tools.js'
import { readSavedRequest, requireOneStdin } from './read-delivery.js'
import { OLD_SECRET_OPTIONS, readOldSecrets, requireSecrets, SECRET_OPTIONS } from './secrets.js'
import { type Checked, failedData } from './verify-data.js'
import { checkedView } from './verify-view.js'

const OPTIONS = {
  ...SECRET_OPTIONS,
  signature: text('--signature <value>', 'the value of X-Service-Signature'),
  body: text('--body <path>', 'file with the exact body; - reads stdin'),
  request: text(
    '--request <path>',
    'body and signature from a raw HTTP request, a HAR entry or a saved delivery; - reads stdin',
  ),
  ...OLD_SECRET_OPTIONS,
  others: text('--others <folder>', 'other saved deliveries: does the signature belong to one of them?'),
  framework: choice('--framework <name>', 'show where to find its raw body', FRAMEWORK_NAMES),
  maxAge: duration(
    '--max-age <duration>',
    'refuse older deliveries, such as 10m; retries can be 6 minutes old (default: any age)',
  ),
}

export const COMMAND = command({
  examples: [
    ["webhooks verify --secret-env WEBHOOK_SECRET --signature 'sha256=…' --body body.json"],
    ['webhooks verify --secret-env WEBHOOK_SECRET --request saved.http --framework express'],
    ['webhooks verify --secret-env NEW_SECRET --secret-env OLD_SECRET --request saved.http', 'either secret may match'],
  ],
  options: OPTIONS,
  run: verifyDelivery,
})

interface Given {
  signature: string
  body: Uint8Array
  headers: Record<string, string>
}

/** Whether a delivery verifies, and if not, why: exit code 0 or 11 (cli.md section 4). */
async function verifyDelivery(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  requireOneStdin([input.body, input.request, ...input.secretFile, ...input.oldSecretFile])
  const secrets = await requireSecrets(input, factory)
  const oldSecrets = await readOldSecrets(input, factory)
  const given = await readGiven(input, factory)
  const diagnosis = diagnose({
    ...given,
    secrets: secrets.map(({ value }) => value),
    oldSecrets: oldSecrets.map(({ value }) => value),
    ...(secrets[0].variable === undefined ? {} : { secretName: secrets[0].variable }),
    others: input.others === undefined ? [] : await readOthers(resolve(factory.environment.cwd, input.others), factory),
  })
  if (!diagnosis.verified) {
    return result(failedData(diagnosis, secrets, input.framework), checkedView, EXIT.checkFailed)
  }
  const age = ageOf(given.body, factory.environment.now())
  const tooOld = input.maxAge !== undefined && (age === undefined || age > input.maxAge)
  const data: Checked = {
    verified: true,
    secret: secrets[diagnosis.secretIndex]!.name,
    ...(age === undefined ? {} : { age_seconds: Math.round(age / 1_000) }),
    ...(tooOld ? { too_old: true } : {}),
  }
  return result(data, checkedView, tooOld ? EXIT.checkFailed : EXIT.done)
}

async function readGiven(
  { request, body, signature }: CommandInput<typeof OPTIONS>,
  { environment }: Factory,
): Promise<Given> {
  if (request !== undefined) {
    if (body !== undefined) throw wrongUsage("--request and --body can't be used together")
    const saved = await readSavedRequest(environment, request)
    const found = saved.headers[DELIVERY_HEADERS.signature.toLowerCase()] ?? ''
    return { signature: signature ?? found, body: saved.body, headers: saved.headers }
  }
  if (body === undefined) throw wrongUsage('no delivery was given', 'Give --body and --signature, or --request.')
  if (signature === undefined) throw wrongUsage('no signature was given', 'Give --signature, or --request for both.')
  return { signature, body: await readBytesOf(environment, body), headers: {} }
}

/** The deliveries of a folder, under their file names; what is none is left out. */
async function readOthers(folder: string, { environment }: Factory): Promise<OtherDelivery[]> {
  const names = await readdir(folder)
  const read = names.map(async (id) => ({ id, body: (await readSavedRequest(environment, join(folder, id))).body }))
  return (await Promise.allSettled(read)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

/** Milliseconds since the timestamp of a body; undefined if it has none. */
function ageOf(body: Uint8Array, now: number): number | undefined {
  try {
    const at = Date.parse((JSON.parse(new TextDecoder().decode(body)) as { timestamp: string }).timestamp)
    return Number.isNaN(at) ? undefined : now - at
  } catch {
    return undefined
  }
}
