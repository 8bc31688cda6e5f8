import { isObject, type JsonObject } from '../../../base/is-object.js'
import { DELIVERED, type DeliveredName } from '../../../contract/events.js'
import { METHODS } from '../../compatibility/operations.js'
import { follow } from '../../compatibility/shape.js'
import { type Content, contentOf, shapeOfContent } from './describe.js'
import { type Member, shapeOfSchema } from './shape.js'

/** A delivery as a description has it: under a name that may be that of its event. */
interface Described {
  name: string
  post: JsonObject
}

/**
 * The data of the deliveries that an OpenAPI document describes, by event: as a webhook (3.1, `x-webhooks` before that), as a callback of
 * an operation, else as a schema with its name. Nothing of an event that is described in several ways.
 */
export function describedEvents(root: JsonObject): Map<DeliveredName, Member> {
  const posted = describedPosts(root).flatMap(({ name, post }) => bodiesOf(root, name, post))
  const known = onlyOnes(posted)
  const named = onlyOnes(namedSchemas(root).filter(([event]) => !posted.some(([each]) => each === event)))
  return new Map([...known, ...named])
}

/** The headers that the deliveries have according to a description, as they are written. */
export function describedHeaders(root: JsonObject): string[] {
  const found = describedPosts(root).flatMap(({ post }) => {
    const listed = Array.isArray(post.parameters) ? post.parameters : []
    return listed.map((each) => follow(root, each)).filter((each) => each.in === 'header')
  })
  return [...new Set(found.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])))]
}

function describedPosts(root: JsonObject): Described[] {
  const postsIn = (items: unknown) =>
    Object.entries(isObject(items) ? items : {}).map(([name, item]): Described => {
      return { name, post: follow(root, follow(root, item).post) }
    })
  const callbacks = Object.values(isObject(root.paths) ? root.paths : {}).flatMap((path) =>
    METHODS.flatMap((method) => {
      const operation = follow(root, follow(root, path)[method])
      return Object.entries(isObject(operation.callbacks) ? operation.callbacks : {}).flatMap(([name, callback]) =>
        // The key inside is the address, which the receiver chooses.
        postsIn(follow(root, callback)).map(({ post }) => ({ name, post })),
      )
    }),
  )
  return [...postsIn(root.webhooks), ...postsIn(root['x-webhooks']), ...callbacks]
}

type EventData = [event: DeliveredName, data: Member]

/** The bodies of one delivery: one for several events has alternatives. */
function bodiesOf(root: JsonObject, name: string, post: JsonObject): EventData[] {
  const content = contentOf(follow(root, post.requestBody))
  const alternatives = alternativesOf(root, content?.schema)
  return alternatives.flatMap((schema): EventData[] => {
    const own: Content = alternatives.length === 1 ? content! : { schema, examples: [] }
    const body = shapeOfContent(root, own)
    const event = eventOf(body) ?? (alternatives.length === 1 ? eventCalled(name) : undefined)
    const data = dataOf(body)
    return event && data ? [[event, data]] : []
  })
}

function alternativesOf(root: JsonObject, schema: unknown): unknown[] {
  const { oneOf, anyOf } = follow(root, schema)
  const alternatives = Array.isArray(oneOf) ? oneOf : anyOf
  return Array.isArray(alternatives) && alternatives.length > 1 ? alternatives : [schema]
}

/** Schemas of deliveries, or of their data alone: `ContentPushedEvent`, `ContentPushedData`. */
function namedSchemas(root: JsonObject): EventData[] {
  const components = isObject(root.components) ? root.components : {}
  const schemas = isObject(components.schemas) ? components.schemas : {}
  return Object.entries(schemas).flatMap(([name, schema]): EventData[] => {
    const event = eventCalled(name.replace(/(Event|Delivery|Webhook|Payload|Body|Schema)+$/i, ''))
    const called = /Data$/i.test(name) ? eventCalled(name.replace(/(Event|Webhook)?Data$/i, '')) : undefined
    // A description may have thousands of schemas, and to read each takes long.
    if (!event && !called && !hasEvent(root, schema)) return []
    const whole = shapeOfSchema(root, schema)
    const [of, data] = [eventOf(whole) ?? event, dataOf(whole)]
    if (of && data) return [[of, data]]
    return called && whole.shape.kind === 'object' ? [[called, whole]] : []
  })
}

/** Whether a schema has members `event` and `data`, itself or in one of its parts. */
function hasEvent(root: JsonObject, schema: unknown): boolean {
  const { properties, allOf } = follow(root, schema)
  const parts = [properties, ...(Array.isArray(allOf) ? allOf.map((each) => follow(root, each).properties) : [])]
  return ['event', 'data'].every((name) => parts.some((each) => isObject(each) && Object.hasOwn(each, name)))
}

/** The one event that a body may say it is of. */
function eventOf({ shape }: Member): DeliveredName | undefined {
  const event = shape.kind === 'object' ? shape.members.event?.shape : undefined
  const [word, another] = event?.kind === 'scalar' ? (event.words ?? []) : []
  return another === undefined && word !== undefined && Object.hasOwn(DELIVERED, word)
    ? (word as DeliveredName)
    : undefined
}

/** The event of this name, however it is written: `content.pushed`, `contentPushed`, `on-content-pushed`. */
function eventCalled(name: string): DeliveredName | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
  const words = plain(name).replace(/^on(?=.)/, '')
  return (Object.keys(DELIVERED) as DeliveredName[]).find((event) => plain(event) === words)
}

function dataOf({ shape }: Member): Member | undefined {
  return shape.kind === 'object' ? shape.members.data : undefined
}

function onlyOnes(all: readonly EventData[]): EventData[] {
  const text = (data: Member) => JSON.stringify(data)
  return all.filter(
    ([event, data], index) =>
      all.findIndex(([each]) => each === event) === index &&
      all.every(([each, other]) => each !== event || text(other) === text(data)),
  )
}
