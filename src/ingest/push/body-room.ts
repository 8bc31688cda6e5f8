const STEP_BYTES = 256 * 1024

/** Buffers for the bodies of requests, used again: one for every batch would leave the memory of a long push in pieces (threats B20). */
export interface BodyRoom {
  /** `encoded` holds until `release`, which is only called once nothing can send it any more. */
  encode(text: string): { encoded: Uint8Array; release(): void }
}

/** No buffers yet; there come to be as many as requests are in flight. */
export function createBodyRoom(): BodyRoom {
  const free: Buffer[] = []
  return {
    encode(text) {
      const length = Buffer.byteLength(text)
      const known = free.pop()
      const buffer = known && known.length >= length ? known : Buffer.allocUnsafeSlow(roundedUp(length))
      buffer.write(text)
      return { encoded: buffer.subarray(0, length), release: () => void free.push(buffer) }
    },
  }
}

function roundedUp(length: number): number {
  return Math.ceil(length / STEP_BYTES) * STEP_BYTES
}
