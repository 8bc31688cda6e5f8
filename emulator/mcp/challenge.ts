import { rowOf } from '../../src/contract/operations/index.js'
import type { Call } from '../core/call.js'
import { protectedResourcePath } from '../oauth/addresses.js'

/** What a 401 asks for: any key; at the MCP endpoint also where to sign in (contract.md sections 4 and 10). */
export function challengeOf({ match, request }: Call): string {
  if (!match || rowOf(match.id).protocol !== 'json-rpc') return 'Bearer'
  const metadata = `http://${request.headers.host![0]}${protectedResourcePath(`${match.mount}/mcp`)}`
  return `Bearer resource_metadata="${metadata}", scope="mcp_read"`
}
