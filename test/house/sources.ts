import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseAst } from 'vite'

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string
  lines: number
  /** Lines of each function, the inner ones counted for themselves, too. */
  functions: { name: string; lines: number }[]
  /** What it imports, resolved: paths of ours, or names of packages. */
  imports: { of: string; typeOnly: boolean }[]
  /** Functions and constants at the top of the file; `text` of a function begins with its parameters. */
  declarations: { name: string; kind: 'function' | 'constant'; text: string }[]
  text: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const ROOT = resolve(import.meta.dirname, '../..')
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Every TypeScript file under these folders. */
export function readSources(...folders: string[]): SourceFile[] {
  return folders.flatMap(filesIn).map(readSource)
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

/** Several files of tests look at the same sources. */
const known = new Map<string, SourceFile>()

function readSource(path: string): SourceFile {
  const source = known.get(path) ?? parseSource(path)
  known.set(path, source)
  return source
}

function parseSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node
  const lineAt = lineCounter(text)
  const functions: SourceFile['functions'] = []
  const imports: SourceFile['imports'] = []
  walk(program, (node, parent) => {
    if (FUNCTIONS.has(node.type)) {
      functions.push({ name: nameOf(node, parent), lines: lineAt(node.end - 1) - lineAt(node.start) + 1 })
    }
    const source = (node.source as Node | null | undefined)?.value
    if (typeof source !== 'string') return
    const specifiers = (node.specifiers as Node[] | undefined) ?? []
    const kind = node.importKind ?? node.exportKind
    const allTypes =
      specifiers.length > 0 && specifiers.every((each) => (each.importKind ?? each.exportKind) === 'type')
    imports.push({ of: target(path, source), typeOnly: kind === 'type' || allTypes })
  })
  const declarations = (program.body as Node[]).flatMap((each) => declarationsIn(each, text))
  return { path, lines: text.trimEnd().split('\n').length, functions, imports, declarations, text }
}

function declarationsIn(statement: Node, text: string): SourceFile['declarations'] {
  const node = (statement.declaration as Node | null | undefined) ?? statement
  const between = (start: Node, end: Node) => text.slice(start.start, end.end).replace(/\s+/g, ' ')
  if (node.type === 'FunctionDeclaration') {
    const [first] = node.params as Node[]
    return [{ name: nameOf(node, undefined), kind: 'function', text: between(first ?? (node.body as Node), node) }]
  }
  if (node.type !== 'VariableDeclaration') return []
  return (node.declarations as Node[]).flatMap((each) => {
    const value = each.init as Node | null
    return value ? [{ name: nameOf(each, undefined), kind: 'constant' as const, text: between(value, value) }] : []
  })
}

function target(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier
  return relative(ROOT, resolve(ROOT, dirname(from), specifier)).replace(/\.js$/, '.ts')
}

function walk(node: Node, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  visit(node, parent)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string')
        walk(child as Node, visit, node)
    }
  }
}

function nameOf(node: Node, parent: Node | undefined): string {
  const own = (node.id as { name?: string } | null)?.name
  const given = (parent?.id ?? parent?.key) as { name?: string } | undefined
  return own ?? given?.name ?? '(anonymous)'
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0]
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle
    }
    return low
  }
}
