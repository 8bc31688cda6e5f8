import type { ErrorEnvelope } from '../../src/contract/errors.js'

/** Why a request is refused before it reaches a host. */
interface BrokenRequest {
  status: string
  code: string
  message: string
}

/** `Expect` with anything but `100-continue` (RFC 9110 section 10.1.1). */
export const UNMET_EXPECTATION: BrokenRequest = {
  status: '417 Expectation Failed',
  code: 'EXPECTATION_FAILED',
  message: 'the only expectation this server supports is 100-continue',
}

/** CONNECT. */
export const NO_PROXY: BrokenRequest = {
  status: '405 Method Not Allowed',
  code: 'METHOD_NOT_ALLOWED',
  message: 'this server is not a proxy: CONNECT is not supported',
}

/** HTTP on a port that speaks HTTPS. */
export const IN_THE_CLEAR: BrokenRequest = {
  status: '400 Bad Request',
  code: 'HTTPS_REQUIRED',
  message: 'this emulator speaks HTTPS: use https:// in the address',
}

/** The fault behind an error code of Node's HTTP parser. */
export function faultOfBrokenRequest(code: string | undefined): BrokenRequest {
  const tooLong = code === 'HPE_HEADER_OVERFLOW'
  const message = tooLong ? 'the headers are longer than 16 KiB' : 'the request is not valid HTTP/1.1'
  return { status: '400 Bad Request', code: 'VALIDATION_ERROR', message }
}

/** The error envelope for such a request (ERR-1): the whole answer as it goes over the wire. */
export function brokenRequestAnswer({ status, code, message }: BrokenRequest, requestId: string): string {
  const envelope: ErrorEnvelope = { error: { code, message } }
  const body = JSON.stringify(envelope)
  const lines = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
