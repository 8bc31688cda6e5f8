import { Failure } from '../cli/failure.js'

interface Pagination {
  next_cursor?: string | null
  has_more?: boolean
}

/**
 * Follows the cursors of one listing: gives the next one, or undefined at the end. Refuses a cursor that was followed before, which
 * would go round for ever (exit code 8).
 */
export function followCursors(): (pagination: Pagination | undefined) => string | undefined {
  const followed = new Set<string>()
  return (pagination) => {
    const next = pagination?.has_more ? (pagination.next_cursor ?? '') : ''
    if (next === '') return undefined
    if (followed.has(next)) throw goesRound()
    followed.add(next)
    return next
  }
}

function goesRound(): Failure {
  return new Failure({
    exit: 'unavailable',
    code: 'PAGES_GO_ROUND',
    message: 'the service gave the same page twice: its pages lead nowhere',
    hint: 'What was printed so far may be incomplete; try again later.',
  })
}
