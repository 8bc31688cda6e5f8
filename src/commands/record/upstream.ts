import { Agent, type ClientRequest, request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest, Agent as TlsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { findProxy, openTunnel } from '../../client/proxy.js'
import { boundConnecting } from '../../client/transport-http.js'

const CONNECT_TIMEOUT_MS = 10_000
const HEAD_BYTES = 64 * 1024

/** Each request has a connection of its own: one kept open may be closed by the service just as it is used, which must not look like a failure of the service. */
const AGENT = new Agent({ keepAlive: false })
const TLS_AGENT = new TlsAgent({ keepAlive: false })

/** Opens a request to the service, through the proxy that the environment names for it; headers are name and value in turn, sent as they are. */
export function openUpstream(
  target: URL,
  { method, path, headers }: { method: string; path: string; headers: readonly string[] },
  env: Readonly<Record<string, string | undefined>>,
): ClientRequest {
  const isSecure = target.protocol === 'https:'
  const proxy = findProxy(target, env)
  const options: RequestOptions = {
    protocol: target.protocol,
    hostname: target.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: target.port,
    method,
    path,
    headers,
    maxHeaderSize: HEAD_BYTES,
    ...(proxy === undefined
      ? { agent: isSecure ? TLS_AGENT : AGENT }
      : { createConnection: throughProxy(proxy, target) }),
  }
  const asked = isSecure ? secureRequest(options) : plainRequest(options)
  boundConnecting(asked)
  return asked
}

/** Connects through a proxy of HTTP, with TLS at its end where the service wants it. */
function throughProxy(proxy: string, target: URL): NonNullable<RequestOptions['createConnection']> {
  return (_, done) => {
    openTunnel(proxy, target, CONNECT_TIMEOUT_MS).then(
      (socket) => done(null, target.protocol === 'https:' ? overTls(socket, target) : socket),
      // Node types the failure as coming with a socket.
      (error: Error) => (done as (error: Error) => void)(error),
    )
    return undefined
  }
}

function overTls(socket: Socket, { hostname }: URL): Socket {
  return connectSecurely({ socket, servername: hostname, ALPNProtocols: ['http/1.1'] })
}
