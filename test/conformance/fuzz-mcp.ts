import { Compile, type Validator } from 'typebox/compile'
import { MCP_TOOLS, type McpToolName } from '../../src/contract/mcp-tools.js'
import type { TSchema } from '../../src/contract/schema.js'
import { sampleOf } from '../emulator/schema-samples.js'
import type { Answer, Json } from './exchange.js'

const NAMES = Object.keys(MCP_TOOLS) as McpToolName[]
const OUTPUTS = new Map<string, Validator>(
  NAMES.map((name) => [name, Compile(MCP_TOOLS[name].output as TSchema) as unknown as Validator]),
)

const call = (name: McpToolName, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
})
const asked = (method: string, params: object, id?: number) => ({
  jsonrpc: '2.0',
  ...(id === undefined ? {} : { id }),
  method,
  params,
})
const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'fuzz', version: '1' },
}

/** Right messages to the MCP endpoint: every tool with all it takes and with one source, and the rest of a session. */
export const MCP_MESSAGES: readonly ((sourceId: string) => object)[] = [
  ...NAMES.map((name) => () => call(name, sampleOf(MCP_TOOLS[name].input as TSchema) as object)),
  ...NAMES.map((name) => (sourceId: string) => {
    const { source_id, query, theme_id } = sampleOf(MCP_TOOLS[name].input as TSchema) as Json
    return call(name, { ...(source_id === undefined ? {} : { source_id: sourceId }), query, theme_id })
  }),
  () => asked('initialize', initialize, 2),
  () => asked('tools/list', {}, 3),
  () => asked('ping', {}, 4),
  () => asked('notifications/initialized', {}),
]

export const MCP_ACCEPTS = [undefined, 'application/json', 'text/event-stream', 'application/json, text/event-stream']

/** Throws where the answer of a tool has not the structure the tool promises. */
export function checkTool(body: string, { text, headers }: Answer): void {
  const { method, params } = (JSON.parse(body) ?? {}) as Json
  const output = method === 'tools/call' ? OUTPUTS.get(params?.name) : undefined
  const content = /"structuredContent":/.test(text)
  if (!output || !content) return
  const isStream = headers['content-type']?.startsWith('text/event-stream')
  const { result } = JSON.parse(isStream ? text.slice(text.lastIndexOf('data:') + 'data:'.length) : text)
  if (!output.Check(result.structuredContent))
    throw new Error(`${params.name}: ${JSON.stringify(output.Errors(result.structuredContent))}: ${text}`)
}
