import { isObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import type { Factory } from '../../cli/factory.js'
import { readTextOf } from '../../cli/read-file.js'
import { openTransport } from '../../cli/transport.js'
import { describeFailure } from '../../client/failures.js'
import { parseObject } from '../../client/payload.js'
import { createRedact } from '../../client/redact.js'
import { errorOfAnswer } from '../../client/service-error.js'
import { CLIENT_RESPONSE_BYTES } from '../../client/transport.js'
import { Failure } from '../../terminal/failure.js'

type Json = Record<string, unknown>

const TIMEOUT_MS = 30_000
const REDACT = createRedact([])

/** The description to be checked: a URL, a file, stdin for `-`, else that of the service. Refuses what is no description. */
export async function readDescription(word: string | true, factory: Factory): Promise<Json> {
  if (word === true) return (await (await factory.client()).call('getOpenapi')).raw as Json
  const isUrl = /^https?:\/\//.test(word)
  const found = isUrl ? await fetchDescription(word, factory) : parseJson(await readTextOf(factory.environment, word))
  if (isObject(found) && isObject(found.paths)) return found
  throw new Failure({
    exit: 'invalid',
    code: 'NO_DESCRIPTION',
    message: `${word === '-' ? 'stdin' : word} is no OpenAPI description in JSON`,
    hint: 'It must be a JSON object with `paths`.',
  })
}

/** Any address, and so without a key. */
async function fetchDescription(url: string, factory: Factory): Promise<Json> {
  const transport = openTransport(factory, CLIENT_RESPONSE_BYTES)
  const headers = { accept: 'application/json', 'user-agent': 'inpk' }
  const request = { method: 'GET', url, headers, timeoutMs: TIMEOUT_MS }
  const response = await transport(request).catch((error: unknown) => {
    factory.signal.throwIfAborted()
    throw describeFailure(error, request, REDACT)
  })
  const { origin } = new URL(url)
  if (response.status !== 200) throw errorOfAnswer(response, origin, REDACT, request)
  return parseObject(response, origin)
}
