import { type ServerRequest, singleHeader } from './exchange.js'
import { Refusal } from './refusal.js'

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i

/** 413 where the announced length of a body is more than `maxBytes`. */
export function requireDeclaredSize(request: ServerRequest, maxBytes: number): void {
  const declared = Number(request.headers['content-length']?.[0] ?? 0)
  if (declared > maxBytes) throw tooLarge(maxBytes)
}

/** 415 for a body that is compressed or in another charset than UTF-8: it would be misread (contract.md section 13). */
export function requireReadable(request: ServerRequest): void {
  const encoding = singleHeader(request, 'content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') {
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      `send the body without Content-Encoding; ${encoding.slice(0, 40)} is not supported`,
    )
  }
  const charset = CHARSET.exec(singleHeader(request, 'content-type') ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') {
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      `send the body as UTF-8; the charset ${charset.slice(0, 40)} is not supported`,
    )
  }
}

/** The whole body; 413 as soon as it is longer than `maxBytes`. */
export async function readBody(request: ServerRequest, maxBytes: number): Promise<Buffer> {
  requireDeclaredSize(request, maxBytes)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of request.body) {
      length += chunk.length
      if (length > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof Refusal ? error : cutOff()
  }
  return Buffer.concat(chunks)
}

/** No one reads this answer; it keeps an aborted request from looking like a fault of ours. */
function cutOff(): Refusal {
  return new Refusal('VALIDATION_ERROR', 'the connection closed before the whole body arrived; nothing was stored')
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal('PAYLOAD_TOO_LARGE', `the body is longer than ${maxBytes / 1024 / 1024} MiB; send smaller batches`)
}
