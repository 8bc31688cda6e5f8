import { DELIVERED } from '../../contract/events.js'
import type { MemberOrder } from './order-members.js'
import type { JsonNode } from './parse-json.js'

interface Shape {
  type?: string
  properties?: Record<string, Shape>
  anyOf?: Shape[]
}

/** The members of a delivery, in their order. */
export const DELIVERY_MEMBERS = ['event', 'timestamp', 'data']

/** Order of the members of a delivery as the service writes them (interface "Delivery shape"); unknown ones come last. */
export function deliveryOrder(delivery: JsonNode): MemberOrder {
  return (path) => {
    const names = path.length === 0 ? DELIVERY_MEMBERS : Object.keys(findShape(delivery, path)?.properties ?? {})
    const place = (key: string) => (names.includes(key) ? names.indexOf(key) : names.length)
    return (a, b) => place(a.key) - place(b.key)
  }
}

/** Names of the members of `data` that the event's schema has, and those that may be null. */
export function dataMembers(delivery: JsonNode): { names: string[]; nullable: string[] } {
  const properties = shapeOfData(delivery)?.properties ?? {}
  const names = Object.keys(properties)
  return { names, nullable: names.filter((name) => properties[name]?.anyOf?.some(({ type }) => type === 'null')) }
}

function findShape(delivery: JsonNode, path: readonly string[]): Shape | undefined {
  if (path[0] !== 'data') return undefined
  return path.slice(1).reduce<Shape | undefined>((shape, key) => shape?.properties?.[key], shapeOfData(delivery))
}

function shapeOfData(delivery: JsonNode): Shape | undefined {
  if (delivery.kind !== 'object') return undefined
  const event = delivery.members.find(({ key }) => key === 'event')?.value
  if (event?.kind !== 'string') return undefined
  return Object.hasOwn(DELIVERED, event.value)
    ? (DELIVERED[event.value as keyof typeof DELIVERED].data as Shape)
    : undefined
}
