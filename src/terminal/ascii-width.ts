/** Text of one column a letter, filled with spaces to `width`. Our own words need no look at graphemes, whose tables load slowly. */
export function padNarrow(text: string, width: number): string {
  return text.padEnd(width)
}

/** Such text in lines of at most `width` columns, broken at spaces; a longer word is cut, with `…`. */
export function wrapNarrow(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)!
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => (line.length <= width ? line : `${line.slice(0, width - 1)}…`))
}
