/** Why most assumptions are made. */
export const NOT_SPECIFIED = 'not specified'

/** Whether a reason says no more than that a point is open, as most do; a page that lists many of them leaves it out. */
export function isPlainReason(why: string): boolean {
  return /^(?:\w+ )?not specified$/.test(why)
}

/** The operation an assumption is about, by its id; what is about none has its kind in common. */
export function aboutOf(id: string): string {
  const [kind = id, rest = ''] = id.split(':')
  return /^(result|body|query|status|paging)$/.test(kind) ? rest.replace(/[.[].*$/, '') : kind
}
