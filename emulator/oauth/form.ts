import { readBody, requireReadable } from '../core/body.js'
import type { ServerRequest } from '../core/exchange.js'
import { OAuthRefusal, unreadable } from './replies.js'

const FORM_BYTES = 64 * 1024
const FORM = 'application/x-www-form-urlencoded'

/** The members of a form that was posted. Refuses another content type, and a member that is given twice (RFC 6749 section 3.2). */
export async function readUrlEncodedForm(request: ServerRequest): Promise<Map<string, string>> {
  const type = request.headers['content-type']?.[0]?.split(';')[0]?.trim().toLowerCase()
  if (type !== FORM) throw new OAuthRefusal('invalid_request', `send Content-Type: ${FORM}`)
  requireReadable(request)
  const body = await readBody(request, FORM_BYTES).catch((error: unknown) => {
    throw unreadable(error, 'invalid_request')
  })
  return parametersOf(new URLSearchParams(body.toString()))
}

/** Parameters by name; those without a value count as absent. Refuses one that is given twice. */
export function parametersOf(parameters: URLSearchParams): Map<string, string> {
  const members = new Map<string, string>()
  for (const [name, value] of parameters) {
    if (members.has(name)) throw new OAuthRefusal('invalid_request', `${name.slice(0, 40)} is given twice`)
    members.set(name, value)
  }
  return new Map([...members].filter(([, value]) => value !== ''))
}

/** A required member. */
export function requireMember(members: ReadonlyMap<string, string>, name: string): string {
  const value = members.get(name)
  if (value === undefined) throw new OAuthRefusal('invalid_request', `${name} is missing`)
  return value
}
