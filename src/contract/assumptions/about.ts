/** Why most assumptions are made; a page that lists many of them leaves it out. */
export const NOT_SPECIFIED = 'not specified'

/** The operation an assumption is about, by its id; what is about none has its kind in common. */
export function aboutOf(id: string): string {
  const [kind = id, rest = ''] = id.split(':')
  return /^(result|body|query|status|paging)$/.test(kind) ? rest.replace(/[.[].*$/, '') : kind
}
