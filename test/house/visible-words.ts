import { readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'

/** A text a person can see, and the file it stands in. */
export interface VisibleText {
  path: string
  text: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Data and code for other languages, which are not sentences of ours: word lists, headers of exports, samples. */
const NOT_PROSE = /certificate\.ts$|lexicon|stop-?words|presets\.ts$|raw-body\/|judge-answer\.ts$/
const DOCUMENTS = /^(README|CONTRIBUTING|CHANGELOG|SECURITY)\.md$|(^|\/)README\.md$/

/**
 * Every text of at least two words that a person can see: strings and markup of the program, lines of its documents, and what the
 * transcripts of all commands show. Values put into a template read `…`.
 */
export function visibleTexts(): VisibleText[] {
  return [...sources().flatMap(textsOfSource), ...documents().flatMap(linesOf), ...recorded().flatMap(linesOf)].filter(
    ({ text }) => /[a-z]\S*\s+\S*[a-z]/i.test(text),
  )
}

const filesIn = (folder: string, kind: RegExp) =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => kind.test(name))
    .map((name) => `${folder}/${name}`)

const sources = () =>
  ['src', 'emulator'].flatMap((folder) => filesIn(folder, /\.tsx?$/)).filter((path) => !NOT_PROSE.test(path))

const documents = () => [
  ...readdirSync('.').filter((name) => DOCUMENTS.test(name)),
  ...['src', 'emulator', 'test', 'fixtures'].flatMap((folder) => filesIn(folder, DOCUMENTS)),
]

const recorded = () => filesIn('test/transcripts/recorded', /\.txt$/)

function linesOf(path: string): VisibleText[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((text) => ({ path, text }))
}

function textsOfSource(path: string): VisibleText[] {
  const program = parseAst(readFileSync(path, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  const texts: VisibleText[] = []
  visit(program as unknown as Node, (text) => texts.push({ path, text: text.trim().replace(/\s+/g, ' ') }))
  return texts
}

function visit(node: Node, see: (text: string) => void): void {
  if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string') see(node.value)
  if (node.type === 'TemplateLiteral') {
    see((node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('…'))
  }
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') visit(child as Node, see)
    }
  }
}
