const NAMED: Record<number, string> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' }

/** Bytes as printable ASCII: what is none is an escape such as `\n` or `\xe9`. Safe on any terminal. */
export function printBytes(bytes: Uint8Array): string {
  return Array.from(bytes, printByte).join('')
}

function printByte(byte: number): string {
  const named = NAMED[byte]
  if (named !== undefined) return named
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
}
