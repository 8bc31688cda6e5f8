import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../push/bundle.js'
import { installExceljs } from '../push/install-exceljs.js'
import { makeXlsx } from '../push/make-xlsx.js'
import { section } from '../report.js'
import { highest, ratios } from '../tools.js'

const at = (path) => fileURLToPath(new URL(`../push/${path}`, import.meta.url))
/** As many rows as a sheet can have, beside its header. */
const FULL_SHEET = 1_048_575

/** `push --check` of workbooks, with texts as Excel keeps them and with texts in their cells. */
export async function xlsx(tools) {
  const { folder, rounds, sized, of, inTurn, measure, inpk } = tools
  const exceljs = installExceljs(folder)
  if (!exceljs) section('The peer of XLSX, exceljs, cannot be installed here: not compared')
  const reader = bundle(folder, 'read-xlsx')
  const path = join(folder, 'rows.xlsx')
  const rows = sized(FULL_SHEET)
  for (const shared of [true, false]) {
    const kind = shared ? 'XLSX with shared texts, as Excel writes it,' : 'XLSX with texts in its cells,'
    const title = `${kind} of ${rows.toLocaleString('en-US')} rows`
    await makeXlsx(path, rows, { shared })
    const [low, own, whole, theirs] = await inTurn(
      title,
      [
        ['floor: inflating the sheet and its texts', () => measure([at('floor-xlsx.js'), path])],
        ['our reader alone, every row', () => measure([reader, path])],
        ['`inpk push --check`, every row mapped', () => inpk(['push', path, '--check', '--json'])],
        ...(exceljs
          ? [['peer: the stream reader of exceljs', () => measure([at('peer-xlsx.js'), exceljs, path])]]
          : []),
      ],
      Math.min(rounds, 3),
    )
    const add = of(title)
    add('CPU of our reader against the floor, inflating', ratios(own, low), '×')
    add('CPU of `--check` against the floor, inflating', ratios(whole, low), '×', { most: 4 })
    add('highest memory of `--check`', highest(whole), 'MB', { most: 300, digits: 0 })
    if (!theirs) continue
    add('CPU of the peer, exceljs, against our reader', ratios(theirs, own), '×')
    add('CPU of the peer, exceljs, against `--check`', ratios(theirs, whole), '×', { least: 4 })
  }
}
