/** Writes a string as a JSON token, quotes included. */
export type Escape = (value: string) => string

/** As JSON.stringify, and Python with `ensure_ascii=False`: only what must be escaped is. */
export const escapeLeast: Escape = (value) => JSON.stringify(value)

/** As Python's json.dumps: everything beyond printable ASCII. */
export const escapeAscii: Escape = (value) => escapeUnits(escapeLeast(value), /[\x7f-\uffff]/g)

/** As PHP's json_encode: slashes, and everything beyond ASCII. */
export const escapePhp: Escape = (value) => escapeUnits(escapeLeast(value), /[\x80-\uffff]/g).replaceAll('/', '\\/')

/** As PHP with JSON_UNESCAPED_UNICODE: slashes and the two line separators. */
export const escapeSlashes: Escape = (value) => escapeUnits(escapeLeast(value), LINE_SEPARATORS).replaceAll('/', '\\/')

/** As Go's encoding/json and as Rails: what could end a script element. */
export const escapeHtml: Escape = (value) => escapeUnits(escapeLeast(value), /[<>&\u2028\u2029]/g)

/** As Gson: Go's, and `=` and `'`. */
export const escapeGson: Escape = (value) => escapeUnits(escapeLeast(value), /[<>&='\u2028\u2029]/g)

/** As .NET's System.Text.Json: everything beyond ASCII and what HTML knows, in upper-case digits. */
export const escapeDotnet: Escape = (value) => {
  const quoted = escapeLeast(value).replace(/\\u[\da-f]{4}/g, (unit) => `\\u${unit.slice(2).toUpperCase()}`)
  return escapeUnits(quoted.replaceAll('\\"', '\\u0022'), /[<>&'+`\x7f-\uffff]/g, true)
}

const LINE_SEPARATORS = /[\u2028\u2029]/g

function escapeUnits(text: string, units: RegExp, upper = false): string {
  return text.replace(units, (unit) => {
    const digits = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${upper ? digits.toUpperCase() : digits}`
  })
}
