import type { Client, RawRequest } from '../../client/client-types.js'
import type { Settings } from '../../config/settings.js'
import { MOUNTS } from '../../contract/operation.js'
import type { WireResponse } from '../../contract/wire.js'
import { requestPath } from '../api/path.js'

/** The MCP endpoint of a service. The interface doesn't show its path: where no fact says it, it is at the first mount that has one. */
export interface Endpoint {
  /** Where it is asked first. */
  path: string
  request(request: Omit<RawRequest, 'path'>): Promise<WireResponse>
}

/** The endpoint, through the client of the service. */
export async function openEndpoint(client: Client, settings: Pick<Settings, 'baseUrl' | 'prefix'>): Promise<Endpoint> {
  const paths = await pathsOf(client, settings)
  let found = paths.length === 1 ? paths[0] : undefined
  return {
    path: paths[0]!,
    async request(request) {
      if (found !== undefined) return client.request({ ...request, path: found })
      let first: WireResponse | undefined
      for (const path of paths) {
        const response = await client.request({ ...request, path })
        first ??= response
        if (isNowhere(request, response)) continue
        if (request.method === 'POST') found = path
        return response
      }
      return first!
    },
  }
}

/** Where facts say it is; else under the prefix, and then under the other mounts. */
async function pathsOf(client: Client, settings: Pick<Settings, 'baseUrl' | 'prefix'>): Promise<string[]> {
  const { path, mounts, placed } = (await client.contract()).rowOf('mcp').routes[0]
  const own = mounts && !mounts.includes(MOUNTS[0]) ? mounts[0] + path : requestPath(path, settings)
  return placed ? [own] : [...new Set([own, ...MOUNTS.map((mount) => mount + path)])]
}

/** Whether nothing takes messages at an address. */
function isNowhere({ method }: Omit<RawRequest, 'path'>, { status, body }: WireResponse): boolean {
  return method === 'POST' && (status === 404 || status === 405) && !isOfProtocol(new TextDecoder().decode(body))
}

/** Whether an error body is one of JSON-RPC, which is for whoever speaks the protocol. */
export function isOfProtocol(text: string): boolean {
  return /^\s*[{[]/.test(text) && /"jsonrpc"\s*:\s*"2\.0"/.test(text)
}
