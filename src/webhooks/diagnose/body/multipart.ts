/** The first part of a multipart body, or nothing where the bytes are none. */
export function findMultipartPart(body: Buffer): Buffer | undefined {
  if (body.subarray(0, 2).toString('latin1') !== '--') return undefined
  const lineEnd = body.indexOf('\r\n')
  if (lineEnd < 3 || lineEnd > 200) return undefined
  const start = body.indexOf('\r\n\r\n', lineEnd)
  const end = body.indexOf(`\r\n${body.subarray(0, lineEnd).toString('latin1')}`, start, 'latin1')
  return start < 0 || end < 0 ? undefined : body.subarray(start + 4, end)
}
