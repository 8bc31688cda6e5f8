import OpenAPIResponseValidator from 'openapi-response-validator'
import type { Answer, Json } from './exchange.js'

interface Response {
  content?: Record<string, { schema: Json }>
  headers?: Record<string, { $ref: string; schema?: undefined } | { $ref?: undefined; schema: Json }>
}
interface Described {
  responses: Record<string, Response>
  [member: string]: unknown
}

/** The machine-readable description a target serves, with a compiled check for every operation in it. */
export interface Description {
  document: Json
  /** Whether the description has this place at all. */
  has(method: string, path: string): boolean
  /**
   * Throws unless the answer is one the description allows at this place, in status, content type, headers and body; an answer
   * without the wrapper is wrapped first (VER-15), and of a stream every message is checked.
   */
  check(method: string, path: string, answer: Answer): void
}

type ValidatorClass = typeof OpenAPIResponseValidator.default
/** A CommonJS default: bundled test runs see the class, plain Node the module around it. */
const imported = OpenAPIResponseValidator as unknown as ValidatorClass | { default: ValidatorClass }
const Validator: ValidatorClass = 'default' in imported ? imported.default : imported

/** A path without its mount: one handler serves all mounts, and the description need not name each. */
const bare = (path: string) => path.replace(/^\/api\/(input|v1)(?=\/|$)/, '')

/** By the text: all emulators serve the same one, and its checks take a second to compile. */
const read = new Map<string, Description>()

/** The description in this JSON text. */
export function readDescription(text: string): Description {
  const known = read.get(text) ?? compile(JSON.parse(text))
  read.set(text, known)
  return known
}

function compile(document: Json): Description {
  const places = Object.entries(document.paths as Record<string, Record<string, Described>>).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
    literal: !path.includes('{'),
    methods,
  }))
  places.sort((a, b) => Number(b.literal) - Number(a.literal))
  const find = (method: string, path: string) => {
    for (const candidate of [path, bare(path), `/api/input${bare(path)}`]) {
      const place = places.find((entry) => entry.pattern.test(candidate) && entry.methods[method.toLowerCase()])
      if (place) return place.methods[method.toLowerCase()]!
    }
    return undefined
  }
  const validators = new Map<Response, InstanceType<typeof Validator>>()
  const validatorOf = (status: number, response: Response) => {
    const known = validators.get(response) ?? compileResponse(status, response, document.components)
    validators.set(response, known)
    return known
  }
  const faultsOf = (described: Described, answer: Answer): unknown[] => {
    const { status } = answer
    const response = described.responses[status]
    if (!response) return [`no status ${status}`]
    const bodies = bodiesOf(response, answer)
    const validator = validatorOf(status, response)
    return [
      ...headerFaults(response, answer, document.components.headers),
      ...(bodies.length === 0 ? ['no body'] : []),
      ...bodies.map((body) => validator.validateResponse(status, body)).filter((fault) => fault !== undefined),
    ]
  }
  const check = (method: string, path: string, answer: Answer) => {
    const described = find(method, path)
    const faults = described ? faultsOf(described, answer) : ['it has no such place']
    if (faults.length === 0) return
    const about = `${method} ${path} ${answer.status} against the description`
    throw new Error(`${about}: ${JSON.stringify(faults)}: ${answer.text.slice(0, 500)}`)
  }
  return { document, has: (method, path) => find(method, path) !== undefined, check }
}

/** By all that they check: descriptions differ in few of their responses, and most refusals of one are alike. */
const compiled = new Map<string, InstanceType<typeof Validator>>()

function compileResponse(status: number, { content = {} }: Response, all: Json): InstanceType<typeof Validator> {
  const [media] = Object.values(content)
  const response = media ? { content: { 'application/json': { schema: media.schema } } } : {}
  const args = { responses: { [status]: response }, components: componentsOf(response, all) }
  const key = JSON.stringify(args)
  const known = compiled.get(key) ?? new Validator(args as never)
  compiled.set(key, known)
  return known
}

/** The components that a response refers to, itself or through others: the validator copies and reads all that it is given. */
function componentsOf(response: object, components: Json): Json {
  const found: Record<string, Record<string, unknown>> = {}
  const add = (part: unknown) => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/([^/"]+)\/([^/"]+)"/g)) {
      if (found[kind!]?.[name!]) continue
      const component = components[kind!][name!]
      found[kind!] = { ...found[kind!], [name!]: component }
      add(component)
    }
  }
  add(response)
  return found
}

/** What is held to the schema of a response: its JSON, or that of every message of a stream. */
function bodiesOf({ content }: Response, { status, headers, text, json, payload }: Answer): unknown[] {
  if (headers['content-type']?.startsWith('text/event-stream')) return messagesOf(text)
  const isWrapped = status < 300 && content?.['application/json']?.schema.required?.includes('data')
  return [isWrapped ? { data: payload } : json]
}

function messagesOf(stream: string): unknown[] {
  const lines = stream.split(/\r?\n/).filter((line) => /^data: *\S/.test(line))
  return lines.map((line) => JSON.parse(line.slice('data:'.length)))
}

/** Faults of the content type, and of the headers the description has a form for. */
function headerFaults({ content, headers = {} }: Response, answer: Answer, described: Json): string[] {
  const type = answer.headers['content-type']?.split(';')[0]
  const isDeclared = content && type !== undefined ? Object.hasOwn(content, type) : !content && answer.text === ''
  const numbers = Object.keys(headers).filter((name) => {
    const header = headers[name]!
    // Headers of one operation alone, as those of pages are, are described where they are.
    const { schema } = header.$ref === undefined ? header : described[header.$ref.split('/').at(-1)!]
    const value = answer.headers[name.toLowerCase()]
    if (value === undefined || schema.type !== 'integer') return false
    return !/^\d+$/.test(value) || Number(value) < schema.minimum
  })
  return [...(isDeclared ? [] : [`a body of type ${type}`]), ...numbers.map((name) => `the header ${name}`)]
}
