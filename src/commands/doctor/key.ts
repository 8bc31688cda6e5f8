import { isObject } from '../../base/is-object.js'
import { clientSettings } from '../../cli/client.js'
import { describeError } from '../../cli/describe-error.js'
import { type EmulatorElsewhere, elsewhereHint } from '../../cli/emulator-elsewhere.js'
import type { Factory, ResolvedSettings } from '../../cli/factory.js'
import { createClient } from '../../client/index.js'
import { parseObject, readAnswer } from '../../client/payload.js'
import { createRedact } from '../../client/redact.js'
import { errorOfAnswer } from '../../client/service-error.js'
import { parseApiKey } from '../../contract/api-key.js'
import { OPERATIONS, type ResultOf } from '../../contract/operations/index.js'
import { formatTime } from '../../contract/times.js'
import type { WireResponse } from '../../contract/wire.js'
import { moment } from '../../output/show.js'
import { keyText, listed } from '../key-text.js'
import { type Check, failed, ok, skipped, warning } from './check.js'

type Me = ResultOf<'getMe'>

/** The key by introspection, and with it envelope and limits. */
export async function checkKey(
  mount: string,
  settings: ResolvedSettings,
  factory: Factory,
  elsewhere: EmulatorElsewhere | undefined,
): Promise<Check[]> {
  if (!settings.apiKey) {
    const fix = elsewhere ? elsewhereHint(elsewhere) : 'Set INPK_API_KEY, or `inpk login`.'
    return [failed('key', 'no API key is set', fix), ...unseen('no key')]
  }
  const { value, origin } = settings.apiKey
  try {
    const response = await askMe(settings, factory)
    if (response.status !== 200) throw errorOfAnswer(response, mount, createRedact([value]))
    const me = readAnswer(OPERATIONS.getMe, OPERATIONS.getMe.routes[0], response, mount).payload as Me
    return [checkIdentity(me, value, origin), checkEnvelope(response, mount), checkLimits(response, me)]
  } catch (error) {
    factory.signal.throwIfAborted()
    const { message, code, hint } = describeError(error)
    return [
      failed('key', `${message} (${code}; key from ${origin})`, hint ?? 'Check the key.'),
      ...unseen('the key was not accepted'),
    ]
  }
}

async function askMe(settings: ResolvedSettings, factory: Factory): Promise<WireResponse> {
  const client = createClient({ ...clientSettings(factory, settings), retries: 0 })
  const base = settings.baseUrl.value.replace(/\/+$/, '')
  const prefix = settings.prefix.value.replace(/\/+$/, '')
  const path = `${base.endsWith(prefix) ? '' : prefix}/me`
  return client.request({ method: 'GET', path, signal: factory.signal })
}

function checkIdentity({ key, org_name, org_id }: Me, value: string, origin: string): Check {
  const environment = parseApiKey(value)?.environment
  const said = keyText(key)
  if (said.environment !== '' && environment !== said.environment) {
    return failed(
      'key',
      `the key says ${environment}, but the service says ${said.environment}`,
      'Make a new key on the dashboard.',
    )
  }
  const of = `${org_name ?? 'organisation'} (${org_id})`
  return ok(
    'key',
    `${listed(`${parseApiKey(value)?.id} of ${of}: scope ${said.scope}`, said.environment)}; from ${origin}`,
  )
}

function checkEnvelope(response: WireResponse, mount: string): Check {
  const root = parseObject(response, mount)
  if (isObject(root.data)) return ok('envelope', 'responses are wrapped in `data`')
  const { deprecation, sunset } = response.headers
  if (deprecation && sunset)
    return ok(
      'envelope',
      `responses are unwrapped until ${readableDate(sunset)}, then wrapped in \`data\`; inpk reads both`,
    )
  return warning('envelope', 'responses are unwrapped, with no sunset date', 'Nothing to do: inpk reads both forms.')
}

/** An HTTP date as other times are shown; as it is if it can't be read. */
function readableDate(text: string): string {
  const at = Date.parse(text)
  return Number.isNaN(at) ? text : `${moment(formatTime(at))} UTC`
}

function checkLimits({ headers }: WireResponse, { rate_limits: limits }: Me): Check {
  const said = `${limits.per_key_per_minute} requests per minute for the key, ${limits.per_org_per_minute} for the organisation`
  const left = headers['x-ratelimit-remaining']
  if (left === undefined)
    return warning('limits', `${said}; responses do not say what is left`, 'A proxy may have removed the headers.')
  if (left === '0')
    return warning(
      'limits',
      `${said}; none left in this window`,
      'Someone else is using the key or the organisation too.',
    )
  return ok('limits', `${said}; ${left} left in this window`)
}

function unseen(why: string): Check[] {
  return [skipped('envelope', why), skipped('limits', why)]
}
