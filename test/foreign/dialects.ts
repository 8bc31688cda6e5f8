import type { Choices } from './choices.js'
import type { Route } from './route.js'
import type { Schema } from './shape.js'

type Json = Record<string, unknown>

/** How a framework writes OpenAPI. */
export interface Dialect {
  version: string
  components: Record<string, unknown>
  /** A schema as the framework writes it; objects with a title go to the components. */
  write: (schema: Schema) => unknown
  content: (schema: Schema, isMultipart?: boolean) => Json
  heading: (route: Route) => Json
  errorStatuses: (c: Choices, route: Route) => number[]
}

interface Manner {
  version: string
  media: string
  /** A reference to a component, which may be null or not. */
  refer: (name: string, isNullable: boolean) => unknown
  nullable: (schema: Json) => Json
  /** What a member's schema gets besides: FastAPI gives titles, Spring formats. */
  adorn: (schema: Json, name?: string) => Json
  component: (title: string) => string
  heading: Dialect['heading']
  errorStatuses: Dialect['errorStatuses']
}

const words = (id: string) => id.replace(/([A-Z])/g, ' $1').replace(/^./, (first) => first.toUpperCase())
const titleOf = (name: string) => name.replace(/_/g, ' ').replace(/\b\w/g, (first) => first.toUpperCase())
const snake = (id: string) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const flagged = (schema: Json): Json => ({ ...schema, nullable: true })
const usual: Dialect['errorStatuses'] = (c, { method }) => [
  ...(method === 'POST' ? [c['error.invalid.status']] : []),
  401,
  403,
  429,
]

const MANNERS: Record<Choices['description.dialect'], Manner> = {
  fastapi: {
    version: '3.1.0',
    media: 'application/json',
    refer: (name, isNullable) => (isNullable ? { anyOf: [ref(name), { type: 'null' }] } : ref(name)),
    nullable: (schema) => ({ anyOf: [schema, { type: 'null' }] }),
    adorn: (schema, name) => (name && !('$ref' in schema) ? { ...schema, title: titleOf(name) } : schema),
    component: (title) => title,
    heading: ({ id, path, method, summary }) => ({
      tags: [path.split('/')[3] ?? 'feedback'],
      summary: words(id),
      description: summary,
      operationId: `${snake(id)}${path.replace(/\W+/g, '_')}_${method.toLowerCase()}`,
    }),
    errorStatuses: (c, { body, query }) => (body || query?.length ? [c['error.invalid.status']] : []),
  },
  nest: {
    version: '3.0.0',
    media: 'application/json',
    refer: (name, isNullable) => (isNullable ? { nullable: true, allOf: [ref(name)] } : { allOf: [ref(name)] }),
    nullable: flagged,
    adorn: (schema) => schema,
    component: (title) => `${title}Dto`,
    heading: ({ id, summary }) => ({ operationId: `IntegrationController_${id}`, summary, tags: ['integration'] }),
    errorStatuses: usual,
  },
  spring: {
    version: '3.0.1',
    media: '*/*',
    refer: (name) => ref(name),
    nullable: (schema) => schema,
    adorn: (schema) =>
      schema.type === 'integer'
        ? { ...schema, format: 'int64' }
        : schema.type === 'number'
          ? { ...schema, format: 'double' }
          : schema,
    component: (title) => title,
    heading: ({ id, method }) => ({ tags: ['input-controller'], operationId: `${id}Using${method}` }),
    errorStatuses: () => [400],
  },
  hand: {
    version: '3.0.3',
    media: 'application/json',
    refer: (name, isNullable) => (isNullable ? { nullable: true, allOf: [ref(name)] } : ref(name)),
    nullable: flagged,
    adorn: (schema) => schema,
    component: (title) => title[0]!.toLowerCase() + title.slice(1),
    heading: ({ summary }) => ({ summary }),
    errorStatuses: () => [],
  },
}

/** A dialect with components of its own, empty at first. */
export function dialectOf(name: Choices['description.dialect']): Dialect {
  const manner = MANNERS[name]
  const components: Record<string, unknown> = {}

  function write({ nullable = false, title, ...schema }: Schema, member?: string): unknown {
    if (title && schema.type === 'object') {
      const component = manner.component(title)
      components[component] ??= { ...inside(schema), ...(name === 'fastapi' && { title }) }
      return manner.refer(component, nullable)
    }
    const written = inside(schema)
    return manner.adorn(nullable ? manner.nullable(written) : written, member)
  }

  function inside(schema: Schema): Json {
    const { properties, items, anyOf, additionalProperties, minLength, required, ...rest } = schema
    const members = properties && Object.entries(properties).map(([key, each]) => [key, write(each, key)])
    return {
      ...rest,
      ...(minLength !== undefined && { minLength }),
      ...(members && { properties: Object.fromEntries(members) }),
      ...(required && required.length > 0 && { required }),
      ...(items && { items: write(items) }),
      ...(anyOf && { [manner.version.startsWith('3.1') ? 'anyOf' : 'oneOf']: anyOf.map((each) => write(each)) }),
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'boolean' ? additionalProperties : write(additionalProperties),
      }),
    }
  }

  const content: Dialect['content'] = (schema, isMultipart) => ({
    [isMultipart ? 'multipart/form-data' : manner.media]: { schema: write(schema) },
  })
  return {
    version: manner.version,
    components,
    write: (schema) => write(schema),
    content,
    heading: manner.heading,
    errorStatuses: manner.errorStatuses,
  }
}
