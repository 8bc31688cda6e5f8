import type { IncomingMessage, RequestOptions } from 'node:http'
import { CONNECT_TIMEOUT, TUNNEL_FAILED } from './transport-http.js'

type Socket = IncomingMessage['socket']

/** Where a connection is to go; without a port, the protocol's own. */
export interface TunnelEnd {
  protocol: string
  hostname: string
  port?: string
}

/**
 * The way to `end` through a proxy of HTTP (CONNECT), given as its URL, with the credentials in that: a socket that speaks no TLS yet.
 * Rejects with CONNECT_TIMEOUT after `timeoutMs`, else with TUNNEL_FAILED.
 */
export async function openTunnel(
  proxy: string,
  { hostname, protocol, port }: TunnelEnd,
  timeoutMs: number,
): Promise<Socket> {
  const url = new URL(proxy)
  if (!/^https?:$/.test(url.protocol)) throw failed(`a proxy of ${url.protocol}// is not supported`)
  const path = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  const options: RequestOptions = {
    method: 'CONNECT',
    path,
    headers: { host: path, ...credentialsOf(url) },
    agent: false,
  }
  const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http')
  return new Promise<Socket>((resolve, reject) => {
    const asked = request(new URL(url.origin), options)
    const timer = setTimeout(() => {
      asked.destroy(Object.assign(new Error('the proxy did not answer'), { code: CONNECT_TIMEOUT }))
    }, timeoutMs)
    asked.once('close', () => clearTimeout(timer))
    asked.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === CONNECT_TIMEOUT ? error : failed(error.message || String(error.code), error)),
    )
    asked.once('connect', ({ statusCode }: IncomingMessage, socket: Socket) => {
      clearTimeout(timer)
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(failed(statusCode === 407 ? 'it wants other credentials (407)' : `it answered with ${statusCode}`))
    })
    asked.end()
  })
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

function failed(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: TUNNEL_FAILED })
}
