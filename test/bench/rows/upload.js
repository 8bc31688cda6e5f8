import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { makeCsv } from '../push/make-csv.js'
import { makeXlsx } from '../push/make-xlsx.js'
import { createSource, FROZEN, startEmulator } from '../scene.js'
import { highest, p99 } from '../tools.js'

/** What 99 MB of our rows are. */
const CSV_ROWS = 496_000
const XLSX_ROWS = 1_048_575
/** How long between two questions about the task, and two of a key meanwhile. */
const PAUSE_MS = 20
const BOUNDARY = 'part-of-the-upload-bench'

/** Uploads that are read as tasks, and what other requests wait meanwhile. */
export async function upload(tools) {
  const csv = join(tools.folder, 'upload.csv')
  await makeCsv(csv, tools.sized(CSV_ROWS))
  await measureUpload(tools, `CSV of ${tools.sized(CSV_ROWS).toLocaleString('en-US')} rows`, csv, {
    cpu: 8.5,
    memory: 206,
  })
  const xlsx = join(tools.folder, 'upload.xlsx')
  await makeXlsx(xlsx, tools.sized(XLSX_ROWS), { shared: true })
  await measureUpload(tools, `XLSX of ${tools.sized(XLSX_ROWS).toLocaleString('en-US')} rows`, xlsx, {
    cpu: 23,
    memory: 363,
  })
}

async function measureUpload({ folder, rounds, inTurn, of }, kind, path, bounds) {
  const waits = []
  const dataDirectory = join(folder, 'upload')
  const round = async () => {
    const emulator = await startEmulator({ dataDirectory, clock: FROZEN })
    const source = await createSource(emulator.call)
    const took = []
    const used = await emulator.measure(1, () => uploadAndAsk(emulator, source, path, took))
    waits.push(p99(took))
    await emulator.stop()
    await rm(dataDirectory, { recursive: true })
    return used
  }
  const title = `Upload of a ${kind}`
  const [used] = await inTurn(title, [['from the first byte to the end of its task', round]], Math.min(3, rounds))
  const add = of(title)
  add(
    'CPU',
    used.map(({ cpuMs }) => cpuMs / 1_000),
    's',
    { most: bounds.cpu },
  )
  add('highest memory', highest(used), 'MB', { most: bounds.memory, digits: 0 })
  add('p99 of `GET /me` meanwhile', waits, 'ms', { most: 50, digits: 0 })
}

async function uploadAndAsk({ call }, { survey_series_id, survey_id, question_id }, path, took) {
  const mapping = { fields: { [question_id]: 'text' }, external_id: 'external_id', occurred_at: 'occurred_at' }
  const parts = { survey_series_id, survey_id, mapping: JSON.stringify(mapping) }
  const form = Readable.from(formOf(parts, path))
  const { task_id } = await call('POST', '/feedback/upload', form, `multipart/form-data; boundary=${BOUNDARY}`)
  for (;;) {
    const startedAt = performance.now()
    await call('GET', '/me')
    took.push(performance.now() - startedAt)
    const { status } = await call('GET', `/feedback/upload/${task_id}`)
    if (status === 'completed') return
    if (status === 'failed') throw new Error(`the upload of ${path} failed`)
    await pause(PAUSE_MS)
  }
}

/** The parts of a form, the file last, as it is read. */
async function* formOf(parts, path) {
  const head = (name, more = '') => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  for (const [name, value] of Object.entries(parts)) yield `${head(name)}${value}\r\n`
  yield head('file', `; filename="${basename(path)}"`)
  yield* createReadStream(path, { highWaterMark: 1024 * 1024 })
  yield `\r\n--${BOUNDARY}--\r\n`
}
