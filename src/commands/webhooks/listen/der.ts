/** DER, as far as a certificate needs it: each function gives the bytes of one value. */
export const der = {
  sequence: (...parts: Uint8Array[]) => tagged(0x30, ...parts),
  set: (...parts: Uint8Array[]) => tagged(0x31, ...parts),
  /** A positive number from its bytes. */
  integer: (bytes: Uint8Array) => tagged(0x02, bytes[0]! > 0x7f ? Buffer.concat([Buffer.of(0), bytes]) : bytes),
  boolean: (value: boolean) => tagged(0x01, Buffer.of(value ? 0xff : 0)),
  bitString: (bytes: Uint8Array) => tagged(0x03, Buffer.of(0), bytes),
  octetString: (bytes: Uint8Array) => tagged(0x04, bytes),
  text: (value: string) => tagged(0x0c, Buffer.from(value)),
  /** Until 2049, which is as far as this form of a time goes. */
  time: (at: number) => tagged(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`)),
  objectId,
  /** A value under a tag of its context: `[0]`, `[3]` around others, or `[2]`, `[7]` in place of its own. */
  explicit: (tag: number, ...parts: Uint8Array[]) => tagged(0xa0 | tag, ...parts),
  implicit: (tag: number, bytes: Uint8Array) => tagged(0x80 | tag, bytes),
}

function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length)
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes])
}

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80)
  return digits
}
