/** A path that a sample does not have, or a value that does not fit there. */
export class UnknownPathError extends Error {
  override name = 'UnknownPathError'
  constructor(
    message: string,
    /** The paths there are. */
    readonly paths: readonly string[],
  ) {
    super(message)
  }
}

/** Every path of a value, members joined with dots and items by their number; inner ones too, in order. */
export function listPaths(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`
    return [path, ...listPaths(inner, path)]
  })
}

/** The same value with another one at a path; throws UnknownPathError, listing those there are, if there is none. */
export function setPath<T>(root: T, path: string, value: unknown): T {
  const paths = listPaths(root)
  if (!paths.includes(path)) {
    throw new UnknownPathError(`Unknown member "${path}"; the members are ${paths.join(', ')}.`, paths)
  }
  return replace(root, path.split('.'), value) as T
}

function replace(node: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(node)) return node.map((item, index) => (String(index) === key ? replace(item, rest, value) : item))
  const members = node as Record<string, unknown>
  return { ...members, [key]: replace(members[key], rest, value) }
}
