import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import { brokenRequestAnswer, IN_THE_CLEAR } from './api/broken-request.js'

const TLS_HANDSHAKE = 0x16

/** A server of HTTPS that tells clients which speak HTTP to it: the first byte of a connection says which it is. */
export function createHttpsServer(options: ServerOptions, listener: RequestListener): Server {
  const server = createServer(options, listener)
  const [begin] = server.listeners('connection') as ((socket: Socket) => void)[]
  const silent = new Set<Socket>()
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => silent.delete(socket))
    socket.once('data', (bytes: Buffer) => {
      silent.delete(socket)
      if (bytes[0] !== TLS_HANDSHAKE) {
        return void socket.end(brokenRequestAnswer(IN_THE_CLEAR, `req_${randomUUID()}`))
      }
      socket.pause()
      socket.unshift(bytes)
      begin!.call(server, socket)
    })
  })
  // A connection that has said nothing yet is none of HTTP's, and would keep the server from closing.
  const closeRequests = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    for (const socket of silent) socket.destroy()
    closeRequests()
  }
  return server
}
