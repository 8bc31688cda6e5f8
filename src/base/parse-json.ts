/** A text without the byte order mark that editors on Windows put before it. */
export function withoutBom(text: string): string {
  return text.replace(/^\ufeff/, '')
}

/** The value of a JSON text; undefined if it is not one. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value of a text that is JSON, or the data of the last event of a stream of them; undefined if it is neither. */
export function parseMessage(text: string): unknown {
  const last = text.split('\n').findLast((line) => line.startsWith('data:'))
  return parseJson(last?.slice('data:'.length) ?? text)
}

const STRING_OR_LONG = /"(?:[^"\\]|\\.)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g

/**
 * The value of a JSON text in which no digit is lost: a whole number too large for a number of JavaScript is the text of its
 * digits, as identifiers of some services are. undefined if it is not JSON.
 */
export function parseExactJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return parseJson(text)
  const exact = text.replace(STRING_OR_LONG, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`,
  )
  return parseJson(exact)
}

/** Whether JSON is nested deeper than any answer that means something, so that walking through it would fail. */
export function isTooDeep(text: string): boolean {
  return /(?:[\]}]\s*){500}/.test(text)
}
