import { NotCarriedError } from '../client/carried.js'
import { ServiceError, TimeoutError, UnreachableError, WrongHostError } from '../client/errors.js'
import type { EmulatorRecord } from '../config/running-emulator.js'
import type { Setting } from '../config/settings.js'
import { shownUrl } from '../config/shown-url.js'
import { InputError } from '../contract/input-error.js'
import { ExplainedError, SettledHint } from '../terminal/failure.js'
import type { Command } from './command.js'
import { elsewhereHint, elsewhereText, findEmulatorElsewhere } from './emulator-elsewhere.js'
import type { Factory } from './factory.js'
import { findHere, type Here, isSamePlace, isTyped } from './which-service.js'

/** An address that was not reached, with the emulator that runs for this folder as what to use instead; other errors as they are. */
export function explainUnreached(error: unknown, here: Here): unknown {
  if (!(error instanceof UnreachableError) || error.hint !== undefined) return error
  const running = findHere(here)
  if (!running || isSamePlace(error.url, running.base_url) || isSamePlace(error.url, running.dashboard_url))
    return error
  const hint = hereText(running)
  const { message, url, cause, maybeSent } = error
  const Kind = error instanceof TimeoutError ? TimeoutError : UnreachableError
  return new Kind(message, { url, cause, maybeSent, hint })
}

function hereText({ base_url: url }: EmulatorRecord): string {
  return `An emulator runs in this folder at ${url}: use it with \`--base-url ${url}\`.`
}

const NO_KEY = 'API_KEY_MISSING'

/** Codes of what is refused because of the address it would be sent to. */
const ABOUT_THE_ADDRESS = [NO_KEY, 'BASE_URL_INVALID', 'PLAIN_HTTP_REFUSED', 'EMULATOR_KEY_REFUSED', 'REAL_KEY_REFUSED']

/** An error that is about the address of the service, with where that comes from, unless it was typed, and what else there is. */
export async function explainAddress(error: unknown, factory: Factory): Promise<unknown> {
  const isKeyless = error instanceof InputError && error.code === NO_KEY
  const baseUrl = await addressOf(error, factory)
  const origin =
    baseUrl &&
    `The base URL, ${shownUrl(baseUrl.value)}, comes from ${baseUrl.origin.replace(/^(environment|file) /, '')}.`
  const hint = [origin, isKeyless ? await insteadText(factory) : undefined]
    .filter((each) => each !== undefined)
    .join(' ')
  return hint === '' ? error : new ExplainedError(error, hint)
}

/** A route that was not found because the base URL has a path of its own, which the prefix of the operations follows. */
export async function explainRoute(error: unknown, { settings }: Pick<Factory, 'settings'>): Promise<unknown> {
  const isOfRoute =
    error instanceof ServiceError &&
    error.status === 404 &&
    (/^\/\S* not found\b/.test(error.message) || error.sentCode === undefined)
  if (!isOfRoute) return error
  const { baseUrl, prefix: added } = await settings()
  const { origin, pathname } = new URL(baseUrl.value)
  const path = pathname.replace(/\/+$/, '')
  const prefix = added.value.replace(/\/+$/, '')
  const isAsked = (error as ServiceError).asked?.includes(` ${origin}${path}/`)
  if (path === '' || path.endsWith(prefix) || !isAsked) return error
  const doubled = prefix.split('/').slice(0, -1).join('/')
  const hint =
    doubled !== '' && path.endsWith(doubled)
      ? `${prefix} is added to the base URL, so leave ${doubled} out: \`--base-url ${origin}${path.slice(0, -doubled.length)}\`.`
      : `${prefix} is added to the base URL, which has the path ${path} already: leave that out, or set --api-prefix.`
  return new SettledHint(error, hint)
}

/** The address that an error is about; undefined where it is not, or where it was typed or set by no one. */
async function addressOf(
  error: unknown,
  { settings }: Pick<Factory, 'settings'>,
): Promise<Setting<string> | undefined> {
  const isRefused = error instanceof InputError && ABOUT_THE_ADDRESS.includes(error.code)
  const isUnmet = error instanceof UnreachableError || error instanceof WrongHostError
  if (!isRefused && !isUnmet) return undefined
  const { baseUrl } = await settings().catch(() => ({ baseUrl: undefined }))
  if (!baseUrl || baseUrl.origin === 'default' || isTyped(baseUrl)) return undefined
  return isRefused || isSamePlace((error as UnreachableError).url, baseUrl.value) ? baseUrl : undefined
}

/** What there is to use where no key is set. */
async function insteadText(factory: Factory): Promise<string> {
  const running = findHere(factory)
  if (running) return hereText(running)
  const { baseUrl } = await factory.settings()
  const elsewhere = await findEmulatorElsewhere(factory, baseUrl.value)
  if (!elsewhere) return 'No service yet? Start an emulator here with `inpk emulator start`.'
  return `At that address is ${elsewhereText(elsewhere)}. ${elsewhereHint(elsewhere)}`
}

/** An input that the service does not take, by the option it was typed as; other errors as they are. */
export function explainUncarried(error: unknown, { typedAs = {} }: Pick<Command, 'typedAs'>): unknown {
  const uncarried = error instanceof ExplainedError ? error.cause : error
  if (!(uncarried instanceof NotCarriedError)) return error
  // Fields are questions in the words of options.
  const typed = typedAs[uncarried.member.replace(/^fields/, 'questions')]
  return typed === undefined ? error : new ExplainedError(error, `It was given by ${typed}.`)
}
