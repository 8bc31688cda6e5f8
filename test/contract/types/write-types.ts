import { isObject, type JsonObject } from '../../../src/base/is-object.js'
import { pathParameters } from '../../../src/base/path-template.js'
import { nameOf, type TSchema } from '../../../src/contract/schema.js'
import { docText, ownText, sentence, typeText, WIDTH, type Writing } from './type-text.js'

/** A row of one of the two tables, as far as its types go. */
export interface TypedRow {
  id: string
  noun: string
  /** What it does, where it is and what it may be refused for. */
  doc: string
  path: string
  /** Parameters that the client fills in. */
  ownParameters: readonly string[]
  query?: TSchema | undefined
  body?: TSchema | undefined
  result: TSchema
  isEmpty: boolean
}

/** A table whose types are written. */
export interface TypedTable {
  /** The table's own part of names, such as `Service`. */
  title: string
  rows: readonly TypedRow[]
  descriptions: Readonly<Record<string, string>>
  parameters: Readonly<Record<string, string>>
  hasLists?: true
  /** Types that are declared before those of the rows, by name. */
  shared: readonly (readonly [name: string, noun: string, schema: TSchema])[]
}

interface Declaration {
  name: string
  noun: string
  file: string
  text: string
}

const HEAD = `/** Generated from the tables of operations by \`npm run record\`; do not edit. */\n`

/** The files with the types of the tables, by path below `types/`, and the members that nothing describes. */
export function writeTypes(tables: readonly TypedTable[]): { files: Map<string, string>; undescribed: string[] } {
  const declared = new Map<string, Declaration>()
  const undescribed: string[] = []
  const files = new Map<string, string>()
  for (const table of tables) {
    const folder = table.title.toLowerCase()
    const nouns = [...new Set(table.rows.map(({ noun }) => noun))]
    const maps = new Map(nouns.map((noun) => [noun, [] as string[]]))
    const writer = typeWriter(table, declared, undescribed)
    for (const [name, noun, schema] of table.shared) writer.declare(schema, name, noun, '', false)
    for (const row of table.rows) maps.get(row.noun)!.push(operationText(row, table, writer, undescribed))
    for (const noun of nouns) {
      const map = `${docText(`The operations of \`${noun}\`, by name.`, 0)}export interface ${mapName(table, noun)} {\n${maps.get(noun)!.join('\n')}\n}\n`
      const file = `${folder}/${noun}`
      const own = [...declared.values()].filter((each) => each.file === file).map(({ text }) => text)
      const body = [...own, map].join('\n')
      files.set(`${file}.ts`, `${HEAD}${importText(file, body, declared)}\n${body}`)
    }
    files.set(`${folder}/index.ts`, indexText(table, nouns))
  }
  return { files, undescribed }
}

const pascal = (word: string) => word.replace(/(^|[-_])(\w)/g, (_, _start, letter: string) => letter.toUpperCase())
const mapName = ({ title }: TypedTable, noun: string) => `${title}${pascal(noun)}`

function indexText(table: TypedTable, nouns: readonly string[]): string {
  const sorted = [...nouns].sort()
  const imports = sorted.map((noun) => `import type { ${mapName(table, noun)} } from './${noun}.js'`).join('\n')
  const names = nouns.map((noun) => `    ${mapName(table, noun)}`).join(',\n')
  const doc = docText(`What each operation takes and returns, by name.`, 0)
  return `${HEAD}\n${imports}\n\n${doc}export interface ${table.title}Types\n  extends ${names.trimStart()} {}\n${listsText(table)}`
}

/** The lists of a table by the names they have in `each`, where a table wants that. */
function listsText({ title, rows, hasLists }: TypedTable): string {
  if (!hasLists) return ''
  const lists = rows.filter(({ id }) => id.startsWith('list'))
  const lines = lists.map(({ id, doc }) => {
    const name = id.charAt(4).toLowerCase() + id.slice(5)
    return `${docText(`${doc.split('\n')[0]} All pages.`, 2)}  ${name}: '${id}'`
  })
  return `\n/** The lists, by their names in \`each\`. */\nexport interface ${title}Lists {\n${lines.join('\n')}\n}\n`
}

function importText(file: string, body: string, declared: ReadonlyMap<string, Declaration>): string {
  const bare = body.replace(/\/\*\*[\s\S]*?\*\//g, '')
  const uses = [...declared.values()].filter(
    (each) => each.file !== file && new RegExp(`\\b${each.name}\\b`).test(bare),
  )
  const from = new Map<string, string[]>()
  for (const { name, file: other } of uses) {
    const path = other.split('/')[0] === file.split('/')[0] ? `./${other.split('/')[1]}.js` : `../${other}.js`
    from.set(path, [...(from.get(path) ?? []), name])
  }
  if (/\bIntegerText\b/.test(bare)) from.set('../../schema.js', ['IntegerText'])
  if (/\bAtLeastOne\b/.test(bare)) from.set('../../at-least-one.js', ['AtLeastOne'])
  const order = (path: string) => `${path.startsWith('../../') ? 0 : path.startsWith('../') ? 1 : 2}${path}`
  const lines = [...from].sort(([a], [b]) => (order(a) < order(b) ? -1 : 1))
  if (lines.length === 0) return ''
  return `\n${lines.map(([path, names]) => `import type { ${names.sort().join(', ')} } from '${path}'`).join('\n')}\n`
}

/** What tells types apart: what is assumed has the type of what is not. */
function shapeOf(schema: TSchema): string {
  return JSON.stringify(schema, (key, value) => (key.startsWith('x-assumed') ? undefined : value))
}

interface Writer {
  declare(schema: TSchema, name: string, noun: string, id: string, isInput: boolean): string
  writing(noun: string, id: string, isInput: boolean): Writing
}

function typeWriter(table: TypedTable, declared: Map<string, Declaration>, undescribed: string[]): Writer {
  const folder = table.title.toLowerCase()
  const writing = (noun: string, id: string, isInput: boolean): Writing => ({
    isInput,
    describe(name, schema) {
      const own = (schema as JsonObject).description as string | undefined
      const listed = table.descriptions[`${noun}.${name}`] ?? table.descriptions[name]
      // A type that is declared bears its own description.
      const text = nameOf(schema) ? (listed ?? own) : (own ?? listed)
      if (text === undefined) undescribed.push(`${id}: ${name}`)
      return text && sentence(text)
    },
    typeName(schema) {
      const known = declared.get(shapeOf(schema))
      if (known) return known.name
      const name = nameOf(schema)?.recommended
      return name === undefined ? undefined : declare(schema, name, noun, id, isInput)
    },
  })
  const declare: Writer['declare'] = (schema, name, noun, id, isInput) => {
    const key = shapeOf(schema)
    const known = declared.get(key)
    if (known) return known.name
    const declaration: Declaration = { name, noun, file: `${folder}/${noun}`, text: '' }
    declared.set(key, declaration)
    const node = schema as JsonObject
    const said = node.description as string | undefined
    const doc = said === undefined ? '' : docText(sentence(said), 0)
    // A type, not an interface: it is a record of unknown values, too.
    const head = `export type ${name} =`
    const type = ownText(node, writing(noun, id, isInput), 0, head.length + 1)
    declaration.text = `${doc}${head}${type.startsWith('\n') ? '' : ' '}${type}\n`
    return name
  }
  return { declare, writing }
}

function operationText(row: TypedRow, table: TypedTable, writer: Writer, undescribed: string[]): string {
  const slots = [
    ['params', parameterText(row, table, undescribed)],
    ['query', slotText(row.query, `${pascal(row.id)}Query`, row, writer, true)],
    ['body', slotText(row.body, `${pascal(row.id)}Body`, row, writer, true)],
    ['result', row.isEmpty ? 'undefined' : slotText(row.result, `${pascal(row.id)}Result`, row, writer, false)],
  ]
  const line = `  ${row.id}: { ${slots.map(([name, text]) => `${name}: ${text}`).join('; ')} }`
  const block = `  ${row.id}: {\n${slots.map(([name, text]) => `    ${name}: ${text}`).join('\n')}\n  }`
  return docText(row.doc, 2) + (line.includes('\n') || line.length > WIDTH ? block : line)
}

function slotText(schema: TSchema | undefined, name: string, row: TypedRow, writer: Writer, isInput: boolean): string {
  if (!schema) return 'undefined'
  const node = schema as JsonObject
  const writing = writer.writing(row.noun, row.id, isInput)
  const isDeclared = isObject(node.properties) && Object.keys(node.properties).length > 0
  if (!isDeclared && !Array.isArray(node.anyOf)) return typeText(schema, writing, 4)
  return writing.typeName(schema) ?? writer.declare(schema, name, row.noun, row.id, isInput)
}

function parameterText(row: TypedRow, table: TypedTable, undescribed: string[]): string {
  const names = pathParameters(row.path).filter((name) => !row.ownParameters.includes(name))
  if (names.length === 0) return 'Record<never, never>'
  const lines = names.map((name) => {
    const { parameters: texts } = table
    const text = texts[`${row.noun}.${row.id}.${name}`] ?? texts[`${row.noun}.${name}`] ?? texts[name]
    if (text === undefined) undescribed.push(`${row.id}: {${name}}`)
    return `${text === undefined ? '' : docText(text, 6)}      readonly ${name}: string`
  })
  return `{\n${lines.join('\n')}\n    }`
}
