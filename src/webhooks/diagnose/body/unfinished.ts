/** What closes a JSON text that stops in the middle: a quotation mark, brackets. Nothing where it is not unfinished. */
export function findClosers(text: string): string | undefined {
  const open: string[] = []
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') open.push('}')
    else if (character === '[') open.push(']')
    else if ((character === '}' || character === ']') && open.pop() !== character) return undefined
  }
  if (open.length === 0 || open.length > 128) return undefined
  return (inString ? '"' : '') + open.reverse().join('')
}
