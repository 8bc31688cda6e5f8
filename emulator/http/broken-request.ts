import type { ErrorEnvelope } from '../../src/contract/errors.js'

/** What is said to one who does not speak HTTP, in the error envelope (ERR-1): the whole answer as it goes over the wire. */
export function brokenRequestAnswer(code: string | undefined, requestId: string): string {
  const tooLong = code === 'HPE_HEADER_OVERFLOW'
  const message = tooLong ? 'the headers are longer than 16 KiB' : 'the request is not HTTP/1.1 as this server reads it'
  const envelope: ErrorEnvelope = { error: { code: 'VALIDATION_ERROR', message } }
  const body = JSON.stringify(envelope)
  const lines = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
