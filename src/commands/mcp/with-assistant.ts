import { VERSION } from '../../base/version.js'
import type { Factory } from '../../cli/factory.js'
import { followCursors } from '../next-cursor.js'
import { openHttpAdapter } from './http-adapter.js'

type Sdk = typeof import('./sdk.js')
export type Assistant = InstanceType<Sdk['Client']>
export type ToolOnWire = Awaited<ReturnType<Assistant['listTools']>>['tools'][number]

/** Connects to the MCP endpoint of the service as an assistant does, lets `work` use the connection, and closes it. */
export async function withAssistant<T>(factory: Factory, work: (assistant: Assistant) => Promise<T>): Promise<T> {
  const [{ Client, StreamableHTTPClientTransport }, http] = await Promise.all([
    import('./sdk.js'),
    openHttpAdapter(factory),
  ])
  const assistant = new Client({ name: 'inpk', version: VERSION }, { versionNegotiation: { mode: 'auto' } })
  try {
    await assistant.connect(new StreamableHTTPClientTransport(http.url, { fetch: http.fetch as typeof fetch }))
    return await work(assistant)
  } catch (error) {
    throw http.failure ?? error
  } finally {
    await assistant.close().catch(() => undefined)
  }
}

/** Every tool, page after page. */
export async function listAllTools(assistant: Assistant): Promise<ToolOnWire[]> {
  const tools: ToolOnWire[] = []
  const next = followCursors()
  let cursor: string | undefined
  do {
    const page = await assistant.listTools(cursor === undefined ? {} : { cursor })
    tools.push(...page.tools)
    cursor = next(page.nextCursor, page.tools.length)
  } while (cursor !== undefined)
  return tools
}
