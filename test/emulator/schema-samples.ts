import type { TSchema } from '../../src/contract/schema.js'
import type { Json } from './service.js'

const TEXTS = [
  'a',
  'aa',
  'aaaaaaaa',
  '1',
  'a_1',
  'https://example.com/hook',
  '/path',
  '2026-01-01T00:00:00.000Z',
  'a@example.com',
  '2026-W08',
  `inpk_test_EMUSAMPLE1_${'A'.repeat(43)}=`,
  'con_aaaaaaaa',
  'inpk_at_aaaaaaaaaaaaaaaa',
  'inpk_rt_aaaaaaaaaaaaaaaa',
]

/** A value of a schema, with every optional member; of several alternatives the first that is an object. */
export function sampleOf(schema: TSchema, place = 0): Json {
  const node = schema as Json
  if (node.anyOf) return sampleOf(node.anyOf.find((each: Json) => each.properties) ?? node.anyOf[0], place)
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum[0]
  if (node.type === 'object') {
    const members = Object.entries(node.properties ?? {}) as [string, TSchema][]
    return Object.fromEntries(members.map(([name, each]) => [name, sampleOf(each)]))
  }
  if (node.type === 'array') {
    return Array.from({ length: Math.max(node.minItems ?? 1, 1) }, (_, index) => sampleOf(node.items, index))
  }
  if (node.type === 'string') return textOf(node, place)
  if (node.type === 'boolean') return true
  return node.type === 'null' ? null : (node.minimum ?? 1)
}

function textOf({ pattern, minLength = 0, maxLength = 100 }: Json, place: number): string {
  const fits = (text: string) =>
    new RegExp(pattern ?? '').test(text) && text.length >= minLength && text.length <= maxLength
  const found = TEXTS.slice(place).find(fits)
  if (found === undefined) throw new Error(`no sample for ${pattern}`)
  return found
}

/** The paths of all objects in a sample whose members the schema names, the root as ''. */
export function objectPaths(schema: TSchema, sample: Json, path = ''): string[] {
  const node = schema as Json
  const alternatives: TSchema[] = node.anyOf ?? [node]
  return alternatives.flatMap((each: Json) => {
    if (Array.isArray(sample)) {
      return each.items ? sample.flatMap((entry, index) => objectPaths(each.items, entry, `${path}[${index}]`)) : []
    }
    if (sample === null || typeof sample !== 'object' || !each.properties) return []
    const below = Object.keys(sample).flatMap((name) =>
      Object.hasOwn(each.properties, name)
        ? objectPaths(each.properties[name], sample[name], path === '' ? name : `${path}.${name}`)
        : [],
    )
    return [path, ...below]
  })
}

/** The sample as JSON text, with one more member in the object at a path. */
export function withMember(sample: Json, path: string, name: string, value: unknown = 1): string {
  const copy = structuredClone(sample)
  const target = path.match(/[^.[\]]+/g)?.reduce((at: Json, step) => at[step], copy) ?? copy
  Object.defineProperty(target, name, { value, enumerable: true })
  return JSON.stringify(copy)
}
