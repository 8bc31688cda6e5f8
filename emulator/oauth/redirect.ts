import type { Reply } from '../core/exchange.js'

/** Leads the browser elsewhere, with GET. */
export function redirectReply(location: string): Reply {
  return { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' }, body: '' }
}

/** An address with more parameters in its query; its own stay as they are. Absent ones are left out. */
export function withParameters(address: string, parameters: Record<string, string | null>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null)
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}
