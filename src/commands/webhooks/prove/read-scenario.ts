import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isObject, type JsonObject } from '../../../base/is-object.js'
import { parseJson } from '../../../base/parse-json.js'
import { readYaml } from '../../../base/yaml.js'
import type { Factory } from '../../../cli/factory.js'
import { readBytesOf } from '../../../cli/read-file.js'
import { LIMITS } from '../../../contract/limits.js'
import { Failure } from '../../../terminal/failure.js'
import { type KeptDelivery, keptEvents, type ProveEvent } from '../../../webhooks/prove/scenario.js'
import { ScenarioFault, writtenEvents } from '../../../webhooks/prove/written.js'
import { type DeliveryForm, parseRequest, UnreadableRequestError } from '../../../webhooks/tools.js'
import { everyDelivery } from '../../emulator/exec/report.js'
import { endToEndHeaders } from '../end-to-end-headers.js'

/** More events than this make too many orders to say anything about them. */
const MOST_EVENTS = 50
const HINT =
  'A scenario is a list of events (YAML or JSON), a file of saved deliveries, or a folder that `inpk webhooks listen --save` made.'

/** The events of a scenario: a written list, saved deliveries, or a folder of them. Refuses anything else (exit code 6). */
export async function readScenario(path: string, factory: Factory, form: DeliveryForm): Promise<ProveEvent[]> {
  const { environment } = factory
  const isFolder = path !== '-' && (await stat(resolve(environment.cwd, path)).catch(() => undefined))?.isDirectory()
  const events = isFolder ? await readFolder(path, factory, form) : await readFile(path, factory, form)
  return requireSize(events, path)
}

/** The events that the running emulator delivered, the newest ones where they are many. Refuses if there are none. */
export async function recordedScenario(
  organization: string | undefined,
  factory: Factory,
  form: DeliveryForm,
): Promise<ProveEvent[]> {
  const records = await everyDelivery(await factory.control(organization))
  const kept = records.reverse().flatMap((record) => keptRecord(record) ?? [])
  const events = keptEvents(kept, form).filter(({ name }) => name !== 'test')
  if (events.length > MOST_EVENTS) await factory.screen.note(`Only the newest ${MOST_EVENTS} events are played.`)
  if (events.length > 0) return events.slice(-MOST_EVENTS)
  throw invalid(
    'the emulator has delivered no events yet',
    'Subscribe with `inpk emulator subscriptions create` or `inpk webhooks listen`, and make something happen.',
  )
}

function invalid(message: string, hint: string = HINT): Failure {
  return new Failure({ exit: 'invalid', code: 'INVALID_SCENARIO', message, hint })
}

function requireSize(events: ProveEvent[], path: string): ProveEvent[] {
  if (events.length === 0) throw invalid(`${path} has no events`)
  if (events.length > MOST_EVENTS)
    throw invalid(`${path} has ${events.length} events; at most ${MOST_EVENTS} are played`)
  return events
}

async function readFolder(path: string, { environment }: Factory, form: DeliveryForm): Promise<ProveEvent[]> {
  const names = (await readdir(resolve(environment.cwd, path)))
    .filter((name) => /\.(http|json|txt)$/i.test(name))
    .sort()
  const kept: KeptDelivery[] = []
  for (const name of names) {
    const bytes = await readBytesOf(environment, join(path, name))
    kept.push(savedRequest(bytes, join(path, name)))
  }
  return keptEvents(kept, form)
}

async function readFile(path: string, { environment }: Factory, form: DeliveryForm): Promise<ProveEvent[]> {
  const bytes = await readBytesOf(environment, path)
  const text = Buffer.from(bytes).toString('utf8')
  if (/^[A-Z]+ \S+ HTTP\/1/.test(text)) return keptEvents([savedRequest(bytes, path)], form)
  const lines = jsonLines(text)
  if (lines)
    return keptEvents(
      lines.map((line) => requireKept(line, path)),
      form,
    )
  const read = readYaml(text, LIMITS.jsonDepth)
  if ('faults' in read) {
    const [{ line, column, message } = { line: 1, column: 1, message: 'not YAML' }] = read.faults
    throw invalid(`${path}:${line}:${column}: ${message}`)
  }
  const { value, placeOf } = read
  const inner = isObject(value) && Array.isArray(value.events) ? 'events' : ''
  const entries = inner ? (value as JsonObject).events : value
  if (isObject(entries) && isObject(entries.headers)) return keptEvents([savedRequest(bytes, path)], form)
  if (!Array.isArray(entries)) throw invalid(`${path} is not a list of events`)
  const saved = entries.filter((each) => isObject(each) && isObject(each.headers))
  // The ledger of an emulator is printed newest first.
  if (saved.length > 0) return keptEvents(entries.map((each) => requireKept(each, path)).reverse(), form)
  try {
    return writtenEvents(entries, environment.now(), form)
  } catch (error) {
    if (!(error instanceof ScenarioFault)) throw error
    const { line, column } = placeOf(`${inner}[${error.entry}]`)
    throw invalid(`${path}:${line}:${column}: ${error.message}`, error.hint)
  }
}

/** One JSON object a line, at least two of them: what `inpk webhooks deliveries --follow --json` prints. */
function jsonLines(text: string): JsonObject[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map(parseJson)
  return values.length > 1 && values.every(isObject) ? values : undefined
}

function requireKept(value: unknown, path: string): KeptDelivery {
  const kept = keptRecord(value)
  if (kept) return kept
  throw invalid(`${path} has an entry that is not a saved delivery`, 'It needs `headers` and `body` or `body_base64`.')
}

function keptRecord(value: unknown): KeptDelivery | undefined {
  if (!isObject(value)) return undefined
  try {
    const { headers, body } = parseRequest(Buffer.from(JSON.stringify(value)))
    return {
      headers: endToEndHeaders(headers),
      body,
      ...(typeof value.event_id === 'string' ? { eventId: value.event_id } : {}),
    }
  } catch (error) {
    if (error instanceof UnreadableRequestError) return undefined
    throw error
  }
}

function savedRequest(bytes: Uint8Array, path: string): KeptDelivery {
  try {
    const { headers, body } = parseRequest(bytes)
    return { headers: endToEndHeaders(headers), body }
  } catch (error) {
    if (!(error instanceof UnreadableRequestError)) throw error
    throw invalid(`${path}: ${error.message}`)
  }
}
