import {
  createMcpHandler,
  fromJsonSchema,
  type JsonSchemaType,
  type jsonSchemaValidator,
  McpServer,
} from '@modelcontextprotocol/server'
import { MCP_TOOLS, type McpToolName } from '../../src/contract/mcp-tools.js'
import type { TSchema } from '../../src/contract/schema.js'
import { findSchemaFaults } from '../core/check-schema.js'
import type { Context } from '../core/decision.js'
import { asRefusal } from '../core/refusal.js'
import { TOOLS } from './tools.js'

const INSTRUCTIONS =
  'Customer feedback and what was found in it, read-only. Find a source with list_sources, see what people talk about with list_themes, read their own words with get_theme_verbatims or search_feedback.'

/** Checks the arguments of a tool by its schema, in the words that the API has for the same faults. */
const ARGUMENTS: jsonSchemaValidator = {
  getValidator:
    <T>(schema: JsonSchemaType) =>
    (given: unknown) => {
      const faults = Object.entries(findSchemaFaults(schema as TSchema, given))
      if (faults.length === 0) return { valid: true, data: given as T, errorMessage: undefined }
      const errorMessage = faults.flatMap(([path, texts]) => texts.map((text) => `${path} ${text}`.trim())).join(', ')
      return { valid: false, data: undefined, errorMessage }
    },
}

/** Compiled once: the schemas stay, every request gets a server of its own. */
const COMPILED = Object.entries(MCP_TOOLS).map(([name, { title, description, input, output }]) => ({
  name: name as McpToolName,
  config: {
    title,
    description,
    inputSchema: fromJsonSchema<Record<string, unknown>>(input as object, ARGUMENTS),
    outputSchema: fromJsonSchema<Record<string, unknown>>(output as object),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
}))

/** The caller's context, and what receives unforeseen errors. */
export interface Conversation {
  version: string
  context: Context
  onFault(error: unknown): void
}

/** Answers one POST to the MCP endpoint, of any revision of the protocol the SDK speaks; nothing is kept between two of them. */
export function answerMessage(request: Request, message: unknown, conversation: Conversation): Promise<Response> {
  // Nothing here ever changes while someone listens, so there is nothing to listen for.
  const options = { keepAliveMs: 0, maxSubscriptions: 0 }
  return createMcpHandler(() => serverOf(conversation), options).fetch(request, { parsedBody: message })
}

function serverOf(conversation: Conversation): McpServer {
  const identity = { name: 'inpk-emulator', title: 'Feedback service (emulator)', version: conversation.version }
  const capabilities = { tools: { listChanged: false } }
  const server = new McpServer(identity, { instructions: INSTRUCTIONS, capabilities })
  for (const { name, config } of COMPILED) {
    server.registerTool(name, config, (input) => callTool(name, input, conversation))
  }
  // The SDK looks tools up in a plain object, which has `constructor` and more by inheritance.
  Object.setPrototypeOf(Reflect.get(server, '_registeredTools'), null)
  return server
}

async function callTool(name: McpToolName, input: Record<string, unknown>, { context, onFault }: Conversation) {
  try {
    const answer = await TOOLS[name](input, context)
    return { content: [{ type: 'text' as const, text: JSON.stringify(answer) }], structuredContent: answer }
  } catch (error) {
    const refusal = asRefusal(error)
    if (refusal.cause !== undefined) onFault(refusal.cause)
    const { code, message, details } = { details: undefined, ...refusal.envelope().error }
    const text = `${message} (${code})`
    // A result that is an error has no structure to hold to; the service's own error goes beside it.
    return {
      isError: true,
      content: [{ type: 'text' as const, text }],
      _meta: { 'inpk/error': { code, message, details } },
    }
  }
}
