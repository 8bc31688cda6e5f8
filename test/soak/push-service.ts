import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Emulator, startEmulator } from '../../emulator/index.js'

/** The emulator behind a socket that takes its time, so that a process can be killed while it waits. */
export interface SlowService {
  url: string
  apiKey: string
  emulator: Emulator
  /** How many pushes have arrived. */
  pushes(): number
  /** Whether a push with this key is on its way, or stored and not answered yet. */
  pushInFlight(apiKey: string): 'arrived' | 'stored' | undefined
  close(): Promise<void>
}

/** `delayMs` is drawn for the way there and the way back of each request. */
export async function openSlowService(delayMs: () => number): Promise<SlowService> {
  // Its clock stands: what was pushed is not analysed, which nobody here looks at.
  const emulator = await startEmulator({ listen: false, clock: { mode: 'frozen', now: Date.now() } })
  let pushes = 0
  const inFlight = new Map<IncomingMessage, 'arrived' | 'stored'>()
  const wait = () => new Promise((resolve) => setTimeout(resolve, delayMs()))
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const isPush = request.method === 'POST' && request.url!.includes('/push')
    if (isPush) pushes += 1
    if (isPush) inFlight.set(request, 'arrived')
    if (isPush) await wait()
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const url = new URL(request.url!, emulator.baseUrl)
    const body = Buffer.concat(chunks)
    const { host: _, ...others } = headers
    const asked = { method: request.method!, url: url.href, headers: { ...others, host: url.host } }
    const answer = await emulator.handle(body.length > 0 ? { ...asked, body } : asked)
    if (isPush) inFlight.set(request, 'stored')
    if (isPush) await wait()
    inFlight.delete(request)
    const { 'content-length': __, ...kept } = answer.headers
    response.writeHead(answer.status, kept).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: emulator.apiKeys.test.all,
    emulator,
    pushes: () => pushes,
    pushInFlight(key) {
      const own = [...inFlight].flatMap(([{ headers }, stage]) =>
        headers.authorization === `Bearer ${key}` ? stage : [],
      )
      return own.includes('stored') ? 'stored' : own[0]
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await emulator.close()
    },
  }
}
