/** Generated from the tables of operations by `npm run record`; do not edit. */

export type GetOpenapiQuery = {
  /** Whether success payloads are declared bare or in `data` (default: as they are sent). */
  envelope?: 'bare' | 'data'
}

/** The operations of `description`, by name. */
export interface ServiceDescription {
  /**
   * The machine-readable description of the service (OpenAPI 3.1).
   *
   * `GET /openapi.json`, needs no key.
   */
  getOpenapi: { params: Record<never, never>; query: GetOpenapiQuery; body: undefined; result: Record<string, unknown> }
  /**
   * Read-only endpoint for AI assistants (Model Context Protocol, Streamable HTTP).
   *
   * `POST /mcp`, keys of scope `mcp_read` or `all`.
   *
   * In addition to the common errors: `ServiceError` with code `MCP_KEY_UNBOUND`.
   */
  mcp: {
    params: Record<never, never>
    query: undefined
    body: Record<string, unknown>
    result: Record<string, unknown>
  }
}
