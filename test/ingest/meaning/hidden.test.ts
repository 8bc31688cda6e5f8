import { describe } from 'vitest'
import { inline, workbook, zip } from '../model/workbook.js'
import { type Case, sweep } from './case.js'

/** An .ods workbook of these sheets: a sheet is the XML of its rows. */
function ods(sheets: Record<string, { rows: string; hidden?: boolean }>): Buffer {
  const uri = (name: string) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
  const tables = Object.entries(sheets).map(
    ([name, { rows, hidden }]) =>
      `<table:table table:name="${name}" table:style-name="${hidden ? 'ta2' : 'ta1'}">${rows}</table:table>`,
  )
  const style = (name: string, display: boolean) =>
    `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`
  const content = `<?xml version="1.0"?><office:document-content ${['office', 'style', 'table', 'text'].map(uri).join(' ')}>
<office:automatic-styles>${style('ta1', true)}${style('ta2', false)}</office:automatic-styles>
<office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`
  const entries = Object.entries({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': content,
    'styles.xml': '<x/>',
    'META-INF/manifest.xml': '<x/>',
  })
  return zip(entries.map(([name, text]) => ({ name, content: Buffer.from(text) })))
}
const odsCell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
const odsRow = (cells: string[], more = '') =>
  `<table:table-row${more}>${cells.map(odsCell).join('')}</table:table-row>`
const error =
  '<table:table-cell table:formula="of:=1+" office:value-type="string"><text:p>Err:509</text:p></table:table-cell>'
const line = (cells: string[], more = '') => `<row${more}>${cells.map(inline).join('')}</row>`
const secret = odsRow(['id', 'text']) + odsRow(['s', 'A secret of ours'])
const open = odsRow(['id', 'text']) + odsRow(['1', 'A fine day'])

describe('what a workbook hides is not pushed, or not without a word (E2, E9, F8)', () => {
  const formula = (value: string) => `<c r="A2"><f>B2</f>${value}</c>`
  const openpyxl = (value: string) =>
    workbook({ sheets: { S: `${line(['id', 'text'])}<row>${formula(value)}${inline('A fine day')}</row>` } })
  sweep([
    [
      'a hidden first sheet of an .ods',
      ods({ Old: { rows: secret, hidden: true }, New: { rows: open } }),
      { rows: 1, text: 'text' },
      { path: 'a.ods' },
    ],
    [
      'an .ods whose sheets are all hidden',
      ods({ Old: { rows: secret, hidden: true } }),
      { refused: /all sheets of the workbook are hidden/ },
      { path: 'a.ods' },
    ],
    [
      'a hidden sheet that is named',
      ods({ Old: { rows: secret, hidden: true }, New: { rows: open } }),
      { rows: 1 },
      { path: 'a.ods', sheet: 'Old' },
    ],
    [
      'a hidden row of an .xlsx',
      workbook({
        sheets: { S: line(['id', 'text']) + line(['1', 'A fine day']) + line(['2', 'A bad day'], ' r="3" hidden="1"') },
      }),
      { rows: 2, warns: ['hidden_rows'] },
      { path: 'a.xlsx' },
    ],
    [
      'a hidden row of an .xlsx, read by the parser',
      workbook({ sheets: { S: `<!-- x -->${line(['id', 'text'])}${line(['2', 'A bad day'], ' hidden="true"')}` } }),
      { rows: 1, warns: ['hidden_rows'] },
      { path: 'a.xlsx' },
    ],
    [
      'filtered rows and errors of an .ods',
      ods({
        S: { rows: `${open}<table:table-row table:visibility="filter">${odsCell('2')}${error}</table:table-row>` },
      }),
      { rows: 2, warns: ['hidden_rows', 'cell_errors'] },
      { path: 'a.ods' },
    ],
    ...['', '<v></v>', '<v/>', '<v />'].map(
      (value): Case => [
        `an id that is a formula never calculated (${value})`,
        openpyxl(value),
        { rows: 1, id: 'id', warns: ['damaged_ids'] },
        { path: 'a.xlsx' },
      ],
    ),
  ])
})
