/** Paths with named parts, as the tables of operations write them: `/orgs/{org_id}/keys/{id}`. The only place that reads them. */

const PARAMETER = /\{(\w+)\}/g
const TEMPLATE = /^(\/([A-Za-z0-9_.-]+|\{\w+\}))+$/
const QUERY = /^[A-Za-z0-9_.-]+=\{\w+\}(&[A-Za-z0-9_.-]+=\{\w+\})*$/

/** The names of the parts of a path, as a type. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

/** Whether a text is a path with or without named parts. */
export function isPathTemplate(text: unknown): text is string {
  return typeof text === 'string' && TEMPLATE.test(text)
}

/** Whether a text is such a path, or one with named parts in its query: `/tasks/status?id={task_id}`. */
export function isAddressTemplate(text: unknown): text is string {
  if (typeof text !== 'string') return false
  const [path, query, more] = text.split('?')
  return isPathTemplate(path) && more === undefined && (query === undefined || QUERY.test(query))
}

/** The path of an address, and the names of the parts that its query has, by the names of its members. */
export function splitAddress(template: string): { path: string; query: Readonly<Record<string, string>> } {
  const [path = '', query = ''] = template.split('?')
  const members = query.split('&').filter(Boolean)
  return { path, query: Object.fromEntries(members.map((each) => [each.split('=')[0]!, pathParameters(each)[0]!])) }
}

/** What two templates have in common that are one address: how parts are named says nothing, and `/x/` is `/x`. */
export function pathForm(template: string): string {
  return withoutSlash(template.replace(/\{[^}]*\}/g, '{}'))
}

/** The path without slashes at its end. */
export function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '')
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
  if (names.length === 0) return (path) => (path === template ? {} : undefined)
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
