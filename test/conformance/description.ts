import OpenAPIResponseValidator from 'openapi-response-validator'
import { expect } from 'vitest'
import type { Answer, Json } from './exchange.js'

interface Described {
  responses: Record<string, unknown>
  [member: string]: unknown
}

/** The machine-readable description a target serves, with a compiled check for every operation in it. */
export interface Description {
  document: Json
  /** Fails unless the answer is one the description allows at this place; an answer without the wrapper is wrapped first (VER-15). */
  check(method: string, path: string, answer: Answer): void
}

type ValidatorClass = typeof OpenAPIResponseValidator.default
/** A CommonJS default: bundled test runs see the class, plain Node the module around it. */
const imported = OpenAPIResponseValidator as unknown as ValidatorClass | { default: ValidatorClass }
const Validator: ValidatorClass = 'default' in imported ? imported.default : imported

/** A path without its mount: one handler serves all mounts, and the description need not name each. */
const bare = (path: string) => path.replace(/^\/api\/(input|v1)/, '')

export function readDescription(document: Json): Description {
  const validators = new Map<Described, InstanceType<typeof Validator>>()
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
  const check = (method: string, path: string, answer: Answer) => {
    const described = find(method, path)
    expect(described, `${method} ${path} is in the description`).toBeDefined()
    let validator = validators.get(described!)
    if (!validator) {
      validator = new Validator({ responses: described!.responses as never, components: document.components })
      validators.set(described!, validator)
    }
    const body = answer.status < 300 ? { data: answer.payload } : answer.json
    const fault = validator.validateResponse(answer.status, body)
    expect(
      fault,
      `${method} ${path} ${answer.status} against the description: ${answer.text.slice(0, 500)}`,
    ).toBeUndefined()
  }
  return { document, check }
}
