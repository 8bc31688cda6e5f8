const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));?/gi

/** Character data of an XML part as text; undefined where it holds a reference that is none, for a parser to judge. */
export function plainText(data: string): string | undefined {
  if (data.includes(']]>')) return undefined
  const text = data.includes('\r') ? data.replace(/\r\n?/g, '\n') : data
  return text.includes('&') ? resolveReferences(text) : text
}

function resolveReferences(data: string): string | undefined {
  let sound = true
  const text = data.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
    const found = whole.endsWith(';') ? characterOf(hex, decimal, name) : undefined
    if (found === undefined) sound = false
    return found ?? ''
  })
  const references = data.split('&').length - 1
  return sound && references === (data.match(REFERENCE)?.length ?? 0) ? text : undefined
}

function characterOf(hex?: string, decimal?: string, name?: string): string | undefined {
  if (name !== undefined) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const allowed =
    code === 9 || code === 10 || code === 13 || (code >= 0x20 && code < 0xd800) || (code >= 0xe000 && code < 0xfffe)
  return allowed || (code >= 0x10000 && code <= 0x10ffff) ? String.fromCodePoint(code) : undefined
}
