import { isObject } from '../../base/is-object.js'
import { parseJson } from '../../base/parse-json.js'
import { type EmulatorElsewhere, elsewhereText } from '../../cli/emulator-elsewhere.js'
import type { Factory } from '../../cli/factory.js'
import { openTransport } from '../../cli/transport.js'
import { describeFailure } from '../../client/failures.js'
import { parseObject } from '../../client/payload.js'
import { findProxyPasswords } from '../../client/proxy.js'
import { createRedact } from '../../client/redact.js'
import { CLIENT_RESPONSE_BYTES } from '../../client/transport.js'
import { SERVICE_VERSION } from '../../contract/service-description.js'
import type { WireResponse } from '../../contract/wire.js'
import { span } from '../../output/show.js'
import { hintForCommands } from '../../terminal/translate-text.js'
import { type Check, failed, ok, skipped, warning } from './check.js'

const TIMEOUT_MS = 15_000
const TOLERATED_SKEW_MS = 60_000
const WRONG_HOST = 'The base URL must be the ingestion host, not the dashboard, a proxy or a log-in page.'

/** The host by its answer to a request without a key: is it the service, what time has it, which version does it speak. */
export async function checkHost(
  mount: string,
  factory: Factory,
  elsewhere: EmulatorElsewhere | undefined,
): Promise<Check[]> {
  const { environment } = factory
  const askedAt = environment.now()
  const answer = await askDescription(mount, factory)
  if ('status' in answer && 'id' in answer) return [answer, ...unseen(answer.message)]
  const host = checkAnswer(answer, mount, elsewhere)
  if (host.status === 'failed') return [host, ...unseen('the host is not the service')]
  return [host, checkClock(answer, (askedAt + environment.now()) / 2), checkVersion(answer)]
}

async function askDescription(mount: string, factory: Factory): Promise<WireResponse | Check> {
  const headers = { accept: 'application/json', 'user-agent': 'inpk' }
  const request = { method: 'GET', url: `${mount}/api/v1/openapi.json`, headers, timeoutMs: TIMEOUT_MS }
  try {
    return await openTransport(factory, CLIENT_RESPONSE_BYTES)(request)
  } catch (error) {
    factory.signal.throwIfAborted()
    const failure = describeFailure(error, request, createRedact(findProxyPasswords(factory.environment.env)))
    return failed('host', failure.message, hintForCommands(failure) ?? 'Check the base URL and the network.')
  }
}

function checkAnswer(answer: WireResponse, mount: string, elsewhere: EmulatorElsewhere | undefined): Check {
  const { status } = answer
  if (status >= 300 && status < 400) return failed('host', `redirects elsewhere (${status})`, WRONG_HOST)
  if (status >= 500) return failed('host', `responds with ${status}`, 'Try again later.')
  try {
    parseObject(answer, mount)
    const said = `responds with JSON (${status})`
    return ok('host', elsewhere ? `${said}: ${elsewhereText(elsewhere)}` : said)
  } catch (error) {
    return failed('host', (error as Error).message, WRONG_HOST)
  }
}

function checkClock({ headers }: WireResponse, now: number): Check {
  const date = Date.parse(headers.date ?? '')
  if (Number.isNaN(date)) return skipped('clock', 'the response has no date')
  const skewMs = now - date
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  if (Math.abs(skewMs) <= TOLERATED_SKEW_MS) return ok('clock', `within ${Math.max(seconds, 1)} s of this machine's`)
  const side = skewMs > 0 ? 'behind' : 'ahead of'
  return warning(
    'clock',
    `the clock of the host is ${span(Math.abs(skewMs))} ${side} this machine's`,
    'Set the clock of this machine; for an emulator with a frozen clock this is expected.',
  )
}

function checkVersion({ status, body }: WireResponse): Check {
  if (status !== 200) return warning('version', `no API description (${status})`, 'Nothing depends on it.')
  const description = parseJson(new TextDecoder().decode(body))
  const info = isObject(description) && isObject(description.info) ? description.info : {}
  const version = typeof info.version === 'string' ? info.version : ''
  if (!/^\d+\.\d+\.\d+/.test(version))
    return warning('version', 'the API description has no version', 'Nothing depends on it.')
  if (version.startsWith('1.')) return ok('version', `service ${version}; inpk supports ${SERVICE_VERSION}`)
  return failed(
    'version',
    `service ${version} has a different major version than ${SERVICE_VERSION}`,
    'Update inpk; `inpk openapi --check` shows what differs.',
  )
}

function unseen(why: string): Check[] {
  return [skipped('clock', why), skipped('version', why)]
}
