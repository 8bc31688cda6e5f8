import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

type Json = Record<string, unknown>
type Places = Record<string, Record<string, string | null>>

interface Truth {
  envelope: 'bare' | 'data'
  routes: Record<string, string>
  statuses: Record<string, number>
  answers: Places
  requests: Places
  query: Places
}

const FOLDER = join(import.meta.dirname, '../fixtures/descriptions')
const FILES = ['fastapi.json', 'nestjs.json', 'spring.yaml', 'by-hand.yaml']
const read = (name: string) => parse(readFileSync(join(FOLDER, name), 'utf8'))
const truthOf = (name: string): Truth => read(`${name.replace(/\.\w+$/, '')}.truth.json`)

/** Whether a description has something at a place: by its schema, through references and combinations, or by its example. */
function hasPlace(description: Json, schema: Json | undefined, steps: string[]): boolean {
  if (!schema) return false
  if (typeof schema.$ref === 'string') return hasPlace(description, componentOf(description, schema.$ref), steps)
  if (steps.length === 0) return true
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => (schema[word] ?? []) as Json[])
  if (parts.some((part) => hasPlace(description, part, steps))) return true
  const [step, ...rest] = steps as [string, ...string[]]
  if (step === '[]') return hasPlace(description, schema.items as Json | undefined, rest)
  const inside = step === '*' ? schema.additionalProperties : (schema.properties as Json | undefined)?.[step]
  return hasPlace(description, inside as Json | undefined, rest)
}

const componentOf = (description: Json, ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce((at, step) => at[step] as Json, description)
const stepsOf = (place: string) =>
  place
    .replaceAll('[]', '.[]')
    .split('.')
    .filter((step) => step !== '')

function hasExample(example: unknown, steps: string[]): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return example !== undefined
  if (!example || typeof example !== 'object') return false
  const inside = Array.isArray(example) ? example : step === '*' ? Object.values(example) : [(example as Json)[step]]
  return inside.some((each) => hasExample(each, rest))
}

function isShown(description: Json, content: unknown, place: string, envelope: string): boolean {
  const { schema, example } = (Object.values((content ?? {}) as Json)[0] ?? {}) as { schema?: Json; example?: unknown }
  const steps = stepsOf(place)
  return hasExample(example, steps) || hasPlace(description, schema, envelope === 'data' ? ['data', ...steps] : steps)
}

describe.each(FILES)('%s', (name) => {
  const description = read(name)
  const truth = truthOf(name)
  const operation = (route: string) => {
    const [method, path] = truth.routes[route]!.split(' ')
    return description.paths[path!]?.[method!.toLowerCase()]
  }

  it('has the routes and the statuses of its truth', () => {
    expect(
      Object.keys(truth.routes).filter((route) => !operation(route)?.responses[String(truth.statuses[route])]),
    ).toEqual([])
  })

  it('shows every member of its truth where that says', () => {
    const lacking: string[] = []
    const look = (what: string, content: unknown, place: string | null, envelope: string) => {
      if (place !== null && !isShown(description, content, place, envelope)) lacking.push(`${what}: ${place}`)
    }
    for (const [route, places] of Object.entries(truth.answers))
      for (const [role, place] of Object.entries(places))
        look(
          `${route} ${role}`,
          operation(route).responses[String(truth.statuses[route])].content,
          place,
          truth.envelope,
        )
    for (const [route, places] of Object.entries(truth.requests))
      for (const [role, place] of Object.entries(places))
        if (!place?.startsWith('?')) look(`to ${route} ${role}`, operation(route).requestBody.content, place, 'bare')
    expect(lacking).toEqual([])
  })

  it('has the query members of its truth', () => {
    const names = (route: string) => ((operation(route).parameters ?? []) as Json[]).map((each) => each.name)
    const lacking = Object.entries(truth.query).flatMap(([route, members]) =>
      Object.values(members).filter((member) => member !== null && !names(route).includes(member)),
    )
    expect(lacking).toEqual([])
  })

  it('tells the same things as the other truths, in other names', () => {
    const other = truthOf(FILES[(FILES.indexOf(name) + 1) % FILES.length]!)
    const roles = (each: Truth) =>
      [each.answers, each.requests, each.query].map((part) =>
        Object.entries(part).map(([route, places]) => [route, Object.keys(places)]),
      )
    expect(roles(truth)).toEqual(roles(other))
    const { list, task, feedback } = truth.answers
    for (const role of ['group.id', 'source.id', 'question.text'])
      expect(list![role]).not.toBe(other.answers.list![role])
    expect([task!.status, feedback!.text]).not.toEqual([other.answers.task!.status, other.answers.feedback!.text])
  })
})
