import { posix } from 'node:path'
import { didYouMean } from '../../../base/nearest.js'
import { InputFileError, OptionError } from '../../errors.js'
import { attributeOf, readWholeXml } from './xml.js'
import type { Package } from './zip.js'

interface NamedSheet {
  name: string
  hidden: boolean
}

export interface Sheet extends NamedSheet {
  path: string
}

export interface Workbook {
  sheets: Sheet[]
  dateSystem: 1900 | 1904
  stringsPath?: string
  stylesPath?: string
}

interface Relation {
  kind: string
  path: string
}

/** The sheets of a workbook and the paths of its parts. */
export async function readWorkbook(parts: Package): Promise<Workbook> {
  const main = [...(await readRelations(parts, '')).values()].find(({ kind }) => kind === 'officeDocument')
  if (!main) throw new InputFileError('not an .xlsx workbook')
  if (main.path.endsWith('.bin')) throw new InputFileError('the file is an .xlsb workbook', 'use --format xlsb')
  const relations = await readRelations(parts, main.path)
  const pathOf = (kind: string) => [...relations.values()].find((relation) => relation.kind === kind)?.path
  const workbook: Workbook = { sheets: [], dateSystem: 1900 }
  await readWholeXml(await parts.open(main.path), {
    open(name, attributes) {
      if (name === 'workbookPr') workbook.dateSystem = /^(1|true)$/.test(attributes.date1904 ?? '') ? 1904 : 1900
      if (name !== 'sheet') return
      const relation = relations.get(attributeOf(attributes, 'id') ?? '')
      if (relation?.kind !== 'worksheet') return
      workbook.sheets.push({
        name: attributes.name ?? '',
        hidden: (attributes.state ?? 'visible') !== 'visible',
        path: relation.path,
      })
    },
  })
  const [stringsPath, stylesPath] = [pathOf('sharedStrings'), pathOf('styles')]
  return { ...workbook, ...(stringsPath ? { stringsPath } : {}), ...(stylesPath ? { stylesPath } : {}) }
}

/** The sheet asked for by name or by number from 1, else the first visible one: what is hidden is not pushed unasked. */
export function requireSheet<S extends NamedSheet>({ sheets }: { sheets: readonly S[] }, asked: string | undefined): S {
  const found = asked === undefined ? sheets.find(({ hidden }) => !hidden) : findSheet(sheets, asked)
  if (found) return found
  const names = sheets.map(({ name }) => `"${name}"`).join(', ')
  if (asked === undefined && names !== '')
    throw new InputFileError('all sheets of the workbook are hidden', `name one: --sheet; it has: ${names}`)
  if (asked === undefined) throw new InputFileError('the workbook has no sheet')
  const meant = didYouMean(
    asked,
    sheets.map(({ name }) => name),
  )
  const hint = [meant, names && `It has: ${names}`].filter(Boolean).join(' ')
  throw new OptionError('NO_SUCH_SHEET', `no sheet named "${asked}"`, hint)
}

/** The visible sheets that are passed over if none was asked for. */
export function otherSheets(sheets: readonly NamedSheet[], read: NamedSheet, asked: string | undefined): string[] {
  if (asked !== undefined) return []
  return sheets.filter((sheet) => sheet !== read && !sheet.hidden).map(({ name }) => name)
}

function findSheet<S extends NamedSheet>(sheets: readonly S[], asked: string): S | undefined {
  const byName =
    sheets.find(({ name }) => name === asked) ?? sheets.find(({ name }) => name.toLowerCase() === asked.toLowerCase())
  return byName ?? (/^\d+$/.test(asked) ? sheets[Number(asked) - 1] : undefined)
}

async function readRelations(parts: Package, of: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(of)
  const path = posix.join(folder, '_rels', `${posix.basename(of)}.rels`)
  const relations = new Map<string, Relation>()
  if (!parts.has(path)) return relations
  await readWholeXml(await parts.open(path), {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      relations.set(Id, { kind: posix.basename(Type), path: target })
    },
  })
  return relations
}
