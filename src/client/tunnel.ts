import type { IncomingMessage, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { CONNECT_TIMEOUT, TUNNEL_FAILED } from './transport-http.js'

/**
 * Connects through a proxy of HTTP (CONNECT), given as its URL, with the credentials in that. The way through the proxy, and TLS at its
 * end, which `connectSecurely` speaks, may take `timeoutMs` each. undici's own agent for proxies has no such bound, and connects again for ever where the proxy hangs up.
 */
export function createTunnel(
  proxy: string,
  timeoutMs: number,
  connectSecurely: buildConnector.connector,
): buildConnector.connector {
  return (options, callback) => {
    openTunnel(proxy, options, timeoutMs).then(
      (socket) => {
        if (options.protocol === 'https:') connectSecurely({ ...options, httpSocket: socket }, callback)
        else callback(null, socket)
      },
      (error: Error) => callback(error, null),
    )
  }
}

async function openTunnel(proxy: string, { hostname, protocol, port }: buildConnector.Options, timeoutMs: number) {
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
