// Every row of a workbook through our reader, and nothing else: what a peer's reader is measured against.
import { diskPorts } from '../../../src/ingest/disk.js'
import { readXlsx } from '../../../src/ingest/read/xlsx/read-xlsx.js'

const file = await diskPorts().openFile(process.argv[2]!)
const { rows } = await readXlsx(file, { gzip: false })
let count = 0
for await (const group of rows) count += group.length
await file.close()
process.stdout.write(`${count}\n`)
