import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ForeignService } from './service.js'

export interface Listening {
  url: string
  /** Method and path of every request, in order. */
  requests: string[]
  close: () => Promise<void>
}

/** Puts a service on a free port of loopback. */
export async function listen(service: ForeignService): Promise<Listening> {
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const answer = service.handle({ method: request.method!, path: request.url!, headers, body: Buffer.concat(chunks) })
    requests.push(`${request.method} ${request.url} ${answer.status}`)
    response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}
