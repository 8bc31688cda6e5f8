/** Bodies are kept up to this size. */
export const KEPT_BYTES = 16 * 1024 * 1024

/** A body as far as it is kept. */
export interface KeptBody {
  bytes: Uint8Array
  /** How many bytes went by. */
  total: number
  /** It ended as its sender meant it to. */
  ended: boolean
}

/** Whether more of a body went by than is kept. */
export function isLarge({ bytes, total }: KeptBody): boolean {
  return total > bytes.length
}

/** An exchange as it went over the wire; names and values of headers as they were sent. */
export interface Observed {
  method: string
  /** Absolute. */
  url: string
  requestHeaders: readonly (readonly [name: string, value: string])[]
  requestBody: KeptBody
  /** 0 where no answer came. */
  status: number
  responseHeaders: readonly (readonly [name: string, value: string])[]
  responseBody: KeptBody
  /** Epoch milliseconds. */
  startedAt: number
  /** Milliseconds until the answer started, and until it ended. */
  waitMs: number
  receiveMs: number
  /** Why there is no answer, or not all of it. */
  trouble?: string
}

/** Keeps the parts of a body as they go by, up to `KEPT_BYTES`. */
export class BodyKeeper {
  private readonly parts: Uint8Array[] = []
  private kept = 0
  private total = 0

  take(part: Uint8Array): void {
    this.total += part.length
    const room = KEPT_BYTES - this.kept
    if (room <= 0) return
    // A copy: who sends a part may use its memory again.
    this.parts.push(Uint8Array.from(part.subarray(0, room)))
    this.kept += Math.min(room, part.length)
  }

  body(ended: boolean): KeptBody {
    return { bytes: Buffer.concat(this.parts), total: this.total, ended }
  }
}

/** A body in memory. */
export function wholeBody(body: Uint8Array | string | undefined): KeptBody {
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array())
  return { bytes: bytes.subarray(0, KEPT_BYTES), total: bytes.length, ended: true }
}
