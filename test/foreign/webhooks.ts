import { createHmac } from 'node:crypto'
import type { ChoiceId, Choices } from './choices.js'
import type { Delivery, Group, Source } from './state.js'

/** The signing secret of the one subscription. */
export const SECRET = 'whsec_of_a_foreign_service'

/** A delivery as interface.md shows it: its headers, and the exact body that is signed. */
export function signDelivery(event: string, data: Record<string, unknown>, now: number): Delivery {
  const body = JSON.stringify({ event, timestamp: new Date(now).toISOString(), data })
  const signature = createHmac('sha256', SECRET).update(body).digest('hex')
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Event': event,
    'X-Service-Signature': `sha256=${signature}`,
  }
  return { event, headers, body }
}

/** The data of an event about a group, and perhaps a source of it: what interface.md does not show. */
export function eventData(c: Choices, group: Group, source?: Source, more: Record<string, unknown> = {}) {
  const name = (id: ChoiceId) => String(c[id])
  if (c['webhook.data'] === 'record') {
    const noun = source ? 'survey' : 'survey_series'
    const [id, title] = source ? [source.id, source.title] : [group.id, group.name]
    const record = source
      ? { [name('source.id')]: id, [name('source.title')]: title }
      : { [name('group.id')]: id, [name('group.name')]: title }
    return { [noun]: record, ...more }
  }
  const ids = { survey_series_id: group.id, ...(source && { survey_id: source.id }) }
  if (c['webhook.data'] === 'ids') return { ...ids, ...more }
  return { ...ids, survey_series_name: group.name, ...(source && { survey_name: source.title }), ...more }
}
