import { VERSION } from '../../base/version.js'
import type { Factory } from '../../cli/factory.js'
import { ServiceError, UnexpectedResponseError } from '../../client/errors.js'
import { followCursors } from '../../client/next-cursor.js'
import { Failure } from '../../terminal/failure.js'
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
  // Strict: the SDK else takes a service that does not say it has tools for one that has none.
  const options = { versionNegotiation: { mode: 'auto' }, enforceStrictCapabilities: true } as const
  const assistant = new Client({ name: 'inpk', version: VERSION }, options)
  try {
    await assistant.connect(new StreamableHTTPClientTransport(http.url, { fetch: http.fetch as typeof fetch }))
    return await work(assistant)
  } catch (error) {
    throw http.failure ?? (isOurs(error) ? error : otherProtocol(error as Error))
  } finally {
    await assistant.close().catch(() => undefined)
  }
}

function isOurs(error: unknown): boolean {
  return error instanceof Failure || error instanceof ServiceError
}

/** What the SDK says of an answer that it cannot read, without its list of schemas. */
function otherProtocol({ message }: Error): UnexpectedResponseError {
  const [what = ''] = message.split(/:?\s*[[{]\s*\n/)
  return new UnexpectedResponseError(
    `The service does not speak MCP as inpk expects: ${what.replaceAll('\n', ' ') || 'a response that is not valid'}`,
    'Its assistant endpoint may follow another version of the protocol.',
  )
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
