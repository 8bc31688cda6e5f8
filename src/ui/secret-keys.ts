/** What pressed keys did to a hidden answer. */
export interface Typed {
  answer: string
  end?: 'done' | 'interrupted'
}

const ERASES = new Set(['\u0008', '\u007f'])
const ENDS: Record<string, 'done' | 'interrupted'> = {
  '\r': 'done',
  '\n': 'done',
  '\u0004': 'done',
  '\u0003': 'interrupted',
}

/** The answer after more characters came, one by one: a paste may hold a whole line. What follows its end is dropped. */
export function typeInto(answer: string, characters: string): Typed {
  let typed = answer
  for (const character of characters) {
    const end = ENDS[character]
    if (end) return { answer: typed, end }
    if (ERASES.has(character)) typed = typed.slice(0, -1)
    else if (character === '\u0015') typed = ''
    else if (character >= ' ') typed += character
  }
  return { answer: typed }
}
