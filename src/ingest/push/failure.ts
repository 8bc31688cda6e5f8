/** What an error of the client says, whatever its class: the answer's status and envelope. */
export interface Failure {
  status: number
  code: string
  message: string
  details: unknown
}

/** The answer an error stands for; undefined where no answer came. */
export function findFailure(error: unknown): Failure | undefined {
  if (error === null || typeof error !== 'object' || !('status' in error) || typeof error.status !== 'number')
    return undefined
  const { status, code, message, details } = error as {
    status: number
    code?: unknown
    message?: unknown
    details?: unknown
  }
  return { status, code: String(code ?? ''), message: String(message ?? ''), details }
}

/** An item a validation error points at: the part of the request (for bulk pushes) and the item in it. */
export interface NamedItem {
  group: number
  item: number
  reason: string
}

const ITEM_PATH = /(?:(?:questions|fields)\[(\d+)\]\.)?content\[(\d+)\]\.?(\w*)/

/** The items that `details` of an error names (`{"question.content[3].text": ["…"]}`); none where it names no item. */
export function namedItems(details: unknown, groupByDefault = 0): NamedItem[] {
  if (details === null || typeof details !== 'object') return []
  return Object.entries(details).flatMap(([path, messages]) => {
    const match = ITEM_PATH.exec(path)
    if (!match) return []
    const reason = `${match[3] ?? ''} ${Array.isArray(messages) ? messages.join(', ') : String(messages)}`.trim()
    return [{ group: match[1] === undefined ? groupByDefault : Number(match[1]), item: Number(match[2]), reason }]
  })
}
