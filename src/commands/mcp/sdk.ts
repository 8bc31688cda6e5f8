export { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
