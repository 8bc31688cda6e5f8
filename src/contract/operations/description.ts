import { COMMON_ERRORS, ENVELOPES, operation } from '../operation.js'
import { assumed, Type, Words } from '../schema.js'
import { MCP_SCOPES } from '../scopes.js'

const getOpenapi = operation({
  id: 'getOpenapi',
  noun: 'description',
  summary: 'The machine-readable description of the service (OpenAPI 3.1)',
  routes: [{ method: 'GET', path: '/openapi.json', words: 'recommended', access: 'open', mounts: ['/api/v1', ''] }],
  query: Type.Object({
    envelope: Type.Optional(
      assumed(
        Words(ENVELOPES, {
          description: 'Whether success payloads are declared bare or in `data` (default: as they are sent).',
        }),
      ),
    ),
  }),
  result: Type.Object({}, { additionalProperties: true }),
  statuses: [200],
  probe: 'harmless',
  errors: ['FORBIDDEN_ORIGIN', 'RATE_LIMITED', 'SERVICE_BUSY', 'VALIDATION_ERROR'],
  unwrapped: true,
})

const mcp = operation({
  id: 'mcp',
  noun: 'mcp',
  summary: 'Read-only endpoint for AI assistants (Model Context Protocol, Streamable HTTP)',
  routes: [{ method: 'POST', path: '/mcp', words: 'recommended', access: MCP_SCOPES, assumed: true }],
  idempotencyKey: 'none',
  body: assumed(Type.Object({}, { additionalProperties: true })),
  result: assumed(Type.Object({}, { additionalProperties: true })),
  statuses: [200, 202],
  errors: [...COMMON_ERRORS, 'MCP_KEY_UNBOUND', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR'],
  unwrapped: true,
  protocol: 'json-rpc',
  holdsFeedback: true,
})

export const ROWS = { getOpenapi, mcp }
