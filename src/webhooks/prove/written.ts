import { isObject, type JsonObject } from '../../base/is-object.js'
import { meantOrKnown } from '../../base/nearest.js'
import { DELIVERED } from '../../contract/events.js'
import { formatTime } from '../../contract/times.js'
import { type DeliveryForm, SAMPLE_NAMES, type SampleName } from '../sample/sample-event.js'
import type { ProveEvent } from './scenario.js'

/** What is wrong with an entry of a written scenario. */
export class ScenarioFault extends Error {
  override name = 'ScenarioFault'
  constructor(
    message: string,
    /** Index of the entry. */
    readonly entry: number,
    readonly hint?: string,
  ) {
    super(message)
  }
}

const MEMBERS = ['event', 'data', 'timestamp', 'id'] as const

/**
 * The events of a list written by hand: names, or objects with `event` and what differs from its sample. Unless an entry has a timestamp, the last event
 * happened at `now` and each before it a second earlier.
 *
 * @throws ScenarioFault for an entry that is not one
 */
export function writtenEvents(entries: readonly unknown[], now: number, form: DeliveryForm): ProveEvent[] {
  const lastSecond = Math.floor(now / 1_000) * 1_000
  return entries.map((entry, index) => {
    const { event, data, timestamp, id } = readEntry(entry, index)
    const sample = isSample(event) ? DELIVERED[event].sample : {}
    const whole = { ...(sample as JsonObject), ...data }
    const at = timestamp ?? formatTime(lastSecond - (entries.length - 1 - index) * 1_000)
    const onWire = isSample(event) ? form.dataToWire(event, whole) : whole
    const body = Buffer.from(JSON.stringify({ event, timestamp: at, data: onWire }))
    return { name: event, id: id ?? `dlv_${index + 1}`, body, headers: undefined }
  })
}

function readEntry(entry: unknown, index: number) {
  const given = typeof entry === 'string' ? { event: entry } : entry
  if (!isObject(given)) throw new ScenarioFault('expected the name of an event, or an object with `event`', index)
  const unknown = Object.keys(given).find((name) => !MEMBERS.some((each) => each === name))
  if (unknown !== undefined)
    throw new ScenarioFault(`unknown member "${unknown}"`, index, meantOrKnown(unknown, MEMBERS, 'Members'))
  const { event, data = {}, timestamp, id } = given
  if (typeof event !== 'string') throw new ScenarioFault('`event` is missing', index)
  if (!isObject(data)) throw new ScenarioFault('`data` is not an object', index)
  if (!isSample(event) && given.data === undefined) {
    const hint = meantOrKnown(event, SAMPLE_NAMES, 'Events')
    throw new ScenarioFault(`unknown event ${event}`, index, `${hint} An event of your own needs \`data\`.`)
  }
  if (timestamp !== undefined && (typeof timestamp !== 'string' || Number.isNaN(Date.parse(timestamp))))
    throw new ScenarioFault('`timestamp` is not a time such as 2026-03-01T12:00:00Z', index)
  if (id !== undefined && typeof id !== 'string') throw new ScenarioFault('`id` is not a text', index)
  return { event, data, timestamp: timestamp as string | undefined, id: id as string | undefined }
}

function isSample(event: string): event is SampleName {
  return Object.hasOwn(DELIVERED, event)
}
