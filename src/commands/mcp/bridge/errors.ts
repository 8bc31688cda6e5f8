import { describeError } from '../../../cli/describe-error.js'

/** What the protocol calls them; anything else is an error of the server. */
const CODES = new Map([
  ['INVALID_JSON', -32_700],
  ['VALIDATION_ERROR', -32_600],
])
const SERVER_ERROR = -32_000

/** The answers of the protocol to requests the service could not be asked or did not answer: one for each identifier, as it stood. */
export function errorLines(error: unknown, ids: readonly string[]): string[] {
  const { code, message, status, hint, requestId } = describeError(error)
  const data = { code, status, hint, request_id: requestId }
  const whole = [message, hint].filter(Boolean).join(' ')
  const told = JSON.stringify({ code: CODES.get(code) ?? SERVER_ERROR, message: whole, data })
  return ids.map((id) => `{"jsonrpc":"2.0","id":${id},"error":${told}}`)
}
