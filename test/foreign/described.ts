import { Compile } from 'typebox/schema'

type Json = Record<string, unknown>

/**
 * Whether answers are as a description says: `undefined`, or what differs. Some frameworks write nothing of null, so that any member may be.
 */
export function createJudge(description: Json, saysNull = true) {
  const plain = withNulls(description, saysNull) as Json
  const known = new Map<string, ReturnType<typeof Compile>>()
  return (method: string, path: string, status: number, body: unknown): string | undefined => {
    const schema = schemaFor(plain, method, path, status)
    if (!schema) return `${method} ${path} ${status} is not described`
    const mark = `${method} ${path} ${status}`
    if (!known.has(mark)) known.set(mark, Compile({ components: plain.components, ...schema } as never))
    const [isRight, errors] = known.get(mark)!.Errors(body)
    return isRight ? undefined : `${mark}: ${JSON.stringify(errors)} in ${JSON.stringify(body)}`
  }
}

function schemaFor(description: Json, method: string, path: string, status: number): Json | undefined {
  const operation = (description.paths as Record<string, Json>)[path]?.[method.toLowerCase()] as Json | undefined
  const response = (operation?.responses as Record<string, Json> | undefined)?.[String(status)]
  const content = Object.values((response?.content ?? {}) as Record<string, Json>)[0]
  return content?.schema as Json | undefined
}

/** OpenAPI 3.0 says `nullable`, which JSON Schema does not know. */
function withNulls(value: unknown, saysNull: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => withNulls(each, saysNull))
  if (!value || typeof value !== 'object') return value
  const { nullable, ...rest } = value as Json
  const read = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, withNulls(each, saysNull)]))
  if (!saysNull && read.properties) read.properties = orNull(read.properties as Json)
  return nullable === true ? { anyOf: [read, { type: 'null' }] } : read
}

function orNull(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, { anyOf: [each, { type: 'null' }] }]),
  )
}
