/** A text without the byte order mark that editors on Windows put before it. */
export function withoutBom(text: string): string {
  return text.replace(/^\ufeff/, '')
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
