/** Paths with named parts, as the tables of operations write them: `/orgs/{org_id}/keys/{id}`. The only place that reads them. */

const PARAMETER = /\{(\w+)\}/g
const TEMPLATE = /^(\/([A-Za-z0-9_.-]+|\{\w+\}))+$/

/** The names of the parts of a path, as a type. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

/** Whether a text is a path with or without named parts. */
export function isPathTemplate(text: unknown): text is string {
  return typeof text === 'string' && TEMPLATE.test(text)
}

/** The names of the parts, in their order. */
export function pathParameters(template: string): string[] {
  return Array.from(template.matchAll(PARAMETER), ([, name]) => name!)
}

/** The path with what `valueAt` gives for each part, percent-encoded. */
export function fillTemplate(template: string, valueAt: (name: string) => string): string {
  return template.replace(PARAMETER, (_, name: string) => encodeURIComponent(valueAt(name)))
}

/** A function from a path to its parts as they were sent, percent-encoding included; undefined for a path that does not fit. */
export function compileTemplate(template: string): (path: string) => Record<string, string> | undefined {
  const names = pathParameters(template)
  const pattern = new RegExp(
    `^${template
      .split(/\{\w+\}/)
      .map(escapeRegExp)
      .join('([^/]+)')}$`,
  )
  return (path) => {
    const values = pattern.exec(path)?.slice(1)
    return values && Object.fromEntries(names.map((name, index) => [name, values[index]!]))
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
