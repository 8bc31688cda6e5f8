import type { JsonObject } from '../base/is-object.js'
import { DELIVERED, DELIVERY_HEADERS, type EventName } from './events.js'
import { Time, type TSchema, Type } from './schema.js'
import type { ServiceDescription } from './service-description.js'

/** The webhook deliveries, one entry an event and one for the test delivery. */
export function describeWebhooks(service: ServiceDescription): JsonObject {
  const described = Object.entries(DELIVERED).map(([event, { data, shown }]) => [
    event,
    describeEvent(event, service.event(event as EventName | 'test', data), shown === true, service),
  ])
  return Object.fromEntries(described)
}

function describeEvent(event: string, data: TSchema, shown: boolean, service: ServiceDescription): JsonObject {
  return {
    post: {
      operationId: `on_${event.replace('.', '_')}`,
      summary: event === 'test' ? 'A test delivery' : `The event ${event}`,
      tags: ['webhooks'],
      security: [],
      parameters: [
        header(DELIVERY_HEADERS.event, 'The name of the event.'),
        header(DELIVERY_HEADERS.signature, 'sha256= and the hex HMAC-SHA256 of the raw body, keyed with the secret.'),
        {
          ...header(service.deliveryHeader, 'Unique per event and subscription, the same on retries.'),
          'x-assumed': true,
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: Type.Object({
              event: Type.String({ const: event }),
              timestamp: Time,
              data: shown ? data : ({ ...data, 'x-assumed': true } as TSchema),
            }),
          },
        },
      },
      responses: {
        '2XX': { description: 'Received; anything else, a redirect included, is a failed delivery.' },
        '4XX': { description: 'A failed delivery: tried again after about 1 and about 5 minutes.' },
      },
    },
  }
}

function header(name: string, description: string): JsonObject {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}
