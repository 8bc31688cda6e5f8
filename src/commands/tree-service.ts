import type { Tree } from '../cli/command-tree.js'

/** The commands about the service as a whole. */
export const SERVICE_COMMANDS: Tree = {
  doctor: {
    purpose: 'Looks at address, network, host and key, and says what to fix',
    load: () => import('./doctor/index.js'),
  },
  api: { purpose: 'Any request to the service, with your key', load: () => import('./api/index.js') },
  mcp: {
    purpose: 'The MCP endpoint, for AI assistants',
    commands: {
      tools: { purpose: 'The tools an assistant has', load: () => import('./mcp/tools.js') },
      call: { purpose: 'Calls a tool as an assistant would', load: () => import('./mcp/call.js') },
      serve: {
        purpose: 'A bridge for assistants that speak MCP over stdio',
        load: () => import('./mcp/serve.js'),
      },
    },
  },
  openapi: {
    purpose: "The service's description, and whether it still fits this client",
    load: () => import('./openapi/index.js'),
  },
  conformance: {
    purpose: "The interface's rules against any address, a line a rule",
    load: () => import('./conformance/index.js'),
  },
}
