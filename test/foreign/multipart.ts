import type { Part } from './route.js'

/** Reads a multipart body. Enough for files of text: bytes that are not UTF-8 would not survive. */
export function readParts(body: Uint8Array, contentType: string): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (!boundary) return []
  const pieces = Buffer.from(body).toString('utf8').split(`--${boundary}`)
  return pieces.slice(1, -1).flatMap((piece) => {
    const [head = '', ...rest] = piece.split('\r\n\r\n')
    const name = /name="([^"]*)"/.exec(head)?.[1]
    const filename = /filename="([^"]*)"/.exec(head)?.[1]
    return name === undefined ? [] : [{ name, filename, text: rest.join('\r\n\r\n').replace(/\r\n$/, '') }]
  })
}

/** Reads comma-separated values with quotes: a record for each row, by the names in the first. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  for (const [, , quoted, plain = '', end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(("(?:[^"]|"")*")|([^",\r\n]*))(,|\r\n|\n|\r|$)/g)) {
    rows.at(-1)!.push(quoted ? quoted.slice(1, -1).replaceAll('""', '"') : plain)
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  const [names = [], ...records] = rows.filter((cells) => cells.some((cell) => cell !== ''))
  return records.map((cells) => Object.fromEntries(names.map((name, index) => [name.trim(), cells[index] ?? ''])))
}
