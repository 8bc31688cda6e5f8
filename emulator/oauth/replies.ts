import type { Reply } from '../core/exchange.js'
import { Refusal } from '../core/refusal.js'

/** The error codes of OAuth that this service answers with (RFC 6749 sections 4.1.2.1 and 5.2, RFC 7591, RFC 8707). */
export type OAuthCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** A request of the sign-in that is answered with an error of OAuth; whoever throws it has changed nothing. */
export class OAuthRefusal extends Error {
  constructor(
    readonly code: OAuthCode,
    message: string,
    readonly status = 400,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'OAuthRefusal'
  }
}

/** The standard's own error for a body that cannot be read; any other error as it is. */
export function unreadable(error: unknown, code: OAuthCode): unknown {
  const isBody = error instanceof Refusal && (error.code === 'INVALID_JSON' || error.code === 'PAYLOAD_TOO_LARGE')
  return isBody ? new OAuthRefusal(code, error.message, error.status) : error
}

/** The answer to an assistant, which understands the errors of OAuth and not our envelope. */
export function refusalReply({ code, message, status, headers }: OAuthRefusal): Reply {
  return jsonReply({ error: code, error_description: message }, status, headers)
}

/** A JSON answer that must not be cached. */
export function jsonReply(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  const common = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Pragma: 'no-cache' }
  return { status, headers: { ...common, ...headers }, body: JSON.stringify(body) }
}

/** Redirects the browser, with GET. */
export function redirectReply(location: string): Reply {
  return { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' }, body: '' }
}

/** An address with more parameters in its query; its own stay as they are. Absent ones are left out. */
export function withParameters(address: string, parameters: Record<string, string | null>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null)
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
