import { isUtf8 } from 'node:buffer'

/**
 * The line of the first bytes that are not UTF-8, which would come in as question marks, unnoticed; undefined if there is none.
 */
export function findInvalidUtf8(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined
  const text = Buffer.from(bytes).toString('utf8')
  return text.slice(0, text.indexOf('\ufffd')).split('\n').length
}
