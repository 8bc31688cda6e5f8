// exceljs's stream reader over a workbook, from the folder it was installed in.
import { createRequire } from 'node:module'

const [folder, path] = process.argv.slice(2)
const { default: exceljs } = await import(createRequire(`${folder}/`).resolve('exceljs'))
let rows = 0
const options = { sharedStrings: 'cache', styles: 'cache', worksheets: 'emit', hyperlinks: 'ignore' }
for await (const sheet of new exceljs.stream.xlsx.WorkbookReader(path, options)) {
  for await (const row of sheet) rows += row.values.length > 0 ? 1 : 0
}
console.log(rows)
