type StringWidth = typeof import('string-width').default

/** The tables of graphemes take a third of a short command's time to load, and few texts need them. */
let loaded: { stringWidth: StringWidth; segmenter: Intl.Segmenter } | undefined

function graphemes(): NonNullable<typeof loaded> {
  loaded ??= {
    stringWidth: process.getBuiltinModule('node:module').createRequire(import.meta.filename)('string-width')
      .default as StringWidth,
    segmenter: new Intl.Segmenter(undefined, { granularity: 'grapheme' }),
  }
  return loaded
}

/** Columns a text takes on a terminal: wide characters two, combining marks none. */
export function displayWidth(text: string): number {
  return isNarrow(text) ? text.length : graphemes().stringWidth(text)
}

/** The text cut to `width` columns, with `…` where something is missing; never through a character. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  if (width <= 1) return width === 1 ? '…' : ''
  let taken = ''
  let used = 0
  for (const { segment } of graphemes().segmenter.segment(text)) {
    const next = displayWidth(segment)
    if (used + next > width - 1) break
    taken += segment
    used += next
  }
  return `${taken}…`
}

/** The text filled with spaces to `width` columns, on the right, or on the left when `right`-aligned. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const gap = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return align === 'right' ? gap + text : text + gap
}

/** The text in lines of at most `width` columns, broken at spaces; a longer word is cut, with `…`. */
export function wrap(text: string, width: number): string[] {
  return wrapWhole(text, width).map((each) => truncate(each, width))
}

/** The same with longer words whole: a key or an address that lost its end is of no use. */
export function wrapWhole(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (displayWidth(longer) <= width || line === '') line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** Text for a person with each of its lines wrapped at `width` columns, indented as it starts; words stay whole. */
export function wrapMessage(text: string, width: number): string {
  const wrapLine = (line: string) => {
    if (line.length <= width || displayWidth(line) <= width) return line
    const indent = /^ */.exec(line)![0]
    return wrapWhole(line.trim(), width - indent.length)
      .map((each) => indent + each)
      .join('\n')
  }
  return text.split('\n').map(wrapLine).join('\n')
}

/** The text in lines of at most `width` columns, cut between characters wherever a line is full; nothing is lost. */
export function foldLine(text: string, width: number): string[] {
  if (width < 2 || displayWidth(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const segment of piecesOf(text, width)) {
    const next = displayWidth(segment)
    if (used > 0 && used + next > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += segment
    used += next
  }
  return [...lines, line]
}

function piecesOf(text: string, width: number): string[] {
  if (isNarrow(text)) return text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  return Array.from(graphemes().segmenter.segment(text), ({ segment }) => segment)
}

/** Letters and signs that take one column each, so that most text needs no look at its graphemes. */
function isNarrow(text: string): boolean {
  return /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u0391-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u2193\u2500-\u259f\u2713]*$/.test(
    text,
  )
}
