import { type ChildProcess, spawn } from 'node:child_process'
import { on } from 'node:events'
import { createRequire } from 'node:module'
import { InputFileError } from '../../errors.js'

/** A cell as the child hands it over: `d` is a serial day, `f` a fault. */
export type ChildCell = string | number | boolean | null | { d: number } | { f: string }

/** What the child sends: the sheets first; once one is chosen, its rows in groups; then the end. */
export type ChildMessage =
  | { sheets: { name: string; hidden: boolean }[]; date1904: boolean }
  | { rows: [row: number, cells: ChildCell[], hidden: boolean][] }
  | { end: true }
  | { failure: string }

export interface WorkbookLimits {
  fileBytes: number
  rssBytes: number
  /** For all the child does. */
  timeMs: number
}

export const WORKBOOK_LIMITS: WorkbookLimits = { fileBytes: 64 * 1024 ** 2, rssBytes: 1024 ** 3, timeMs: 60_000 }

export interface WorkbookChild {
  /** The next message of the child. Rejects with `InputFileError` where it failed, took too much, or too long. */
  next(): Promise<ChildMessage>
  /** Asks for the rows of a sheet. */
  choose(index: number): void
  close(): void
}

/** Starts a process that reads a workbook from these bytes; it knows no environment and ends with its limits. */
export function openWorkbookChild(bytes: Uint8Array, { rssBytes, timeMs }: WorkbookLimits): WorkbookChild {
  const library = createRequire(import.meta.url).resolve('xlsx')
  const program = `(${childProgram.toString()})(${JSON.stringify({ library, rssBytes })})`
  const child = spawn(process.execPath, ['--input-type=commonjs', '-e', program], {
    env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(tooMuch(`it takes longer than ${timeMs / 1_000} s to read`)), timeMs)
  watchEnd(child, stop)
  const messages = on(child, 'message', { signal: stop.signal })
  child.stdin!.on('error', () => undefined)
  child.stdin!.end(bytes)
  return {
    async next() {
      const message = await nextMessage(messages, stop.signal)
      if ('failure' in message) throw new InputFileError(`the workbook can't be read: ${message.failure}`)
      return message
    },
    choose: (index) => void child.send(index),
    close() {
      clearTimeout(timer)
      child.kill('SIGKILL')
    },
  }
}

async function nextMessage(messages: AsyncIterator<unknown>, signal: AbortSignal): Promise<ChildMessage> {
  try {
    const { value } = await messages.next()
    return (value as [ChildMessage])[0]
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}

/** A child that ends before it was asked to has met its limits, or the library met its own. */
function watchEnd(child: ChildProcess, stop: AbortController): void {
  let said = ''
  child.stderr!.on('data', (part) => {
    said = `${said}${part}`.slice(-2_000)
  })
  child.on('error', (error) => stop.abort(error))
  child.on('close', (code, signal) => {
    if (code === 0) return
    const memory = signal !== null || /heap out of memory/.test(said)
    stop.abort(memory ? tooMuch('it takes too much memory to read') : new InputFileError("the workbook can't be read"))
  })
}

function tooMuch(why: string): InputFileError {
  return new InputFileError(`gave up reading the workbook: ${why}`, 'save it as .xlsx or .csv')
}

interface ChildLimits {
  /** Where the package is found. */
  library: string
  rssBytes: number
}

/**
 * The whole program of the child process that reads a workbook of an old format: its text is run, so it refers to nothing
 * outside. A thread of its own watches the memory, for buffers are outside the heap, whose limit does not hold them; and its
 * parent, without which no one would end it.
 */
export function childProgram({ library, rssBytes }: ChildLimits): void {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const isOver = `process.memoryUsage.rss() > ${rssBytes} || process.ppid !== ${process.ppid}`
  const watch = `setInterval(() => (${isOver}) && process.kill(process.pid, 'SIGKILL'), 20)`
  new Worker(watch, { eval: true }).unref()
  const XLSX = process.getBuiltinModule('node:module').createRequire(library)(library)
  const send = (message: ChildMessage) => new Promise<void>((resolve) => process.send!(message, () => resolve()))
  const cellOf = (cell: { t: string; v?: unknown; w?: string; z?: string; f?: string }): ChildCell => {
    if (cell.v === undefined || cell.t === 'z') return cell.f ? { f: 'a formula without a value' } : null
    if (cell.t === 'e') return { f: cell.w ?? '#ERROR' }
    // As LibreOffice writes an error into an .ods: a text.
    if (cell.f && /^Err:\d{3}$/.test(String(cell.v))) return { f: cell.v as string }
    if (cell.t !== 'n') return cell.v as ChildCell
    return cell.z && XLSX.SSF.is_date(cell.z) ? { d: cell.v as number } : (cell.v as number)
  }
  const sendRows = async (sheet: { '!data'?: Parameters<typeof cellOf>[0][][]; '!rows'?: { hidden?: boolean }[] }) => {
    const data = sheet['!data'] ?? []
    let rows: [number, ChildCell[], boolean][] = []
    for (const key in data) {
      rows.push([
        Number(key) + 1,
        Array.from(data[key]!, (cell) => (cell ? cellOf(cell) : null)),
        Boolean(sheet['!rows']?.[Number(key)]?.hidden),
      ])
      if (rows.length < 500) continue
      await send({ rows })
      rows = []
    }
    await send({ rows })
    await send({ end: true })
    process.disconnect()
  }
  const parts: Uint8Array[] = []
  process.stdin.on('data', (part) => parts.push(part as Uint8Array))
  process.stdin.on('end', async () => {
    try {
      const options = { type: 'buffer', dense: true, cellNF: true, cellText: true, cellHTML: false }
      const book = XLSX.read(Buffer.concat(parts), options)
      // The thread may not have looked yet.
      if (process.memoryUsage.rss() > rssBytes) process.kill(process.pid, 'SIGKILL')
      const hidden = (index: number) => Boolean(book.Workbook?.Sheets?.[index]?.Hidden)
      const sheets = book.SheetNames.map((name: string, index: number) => ({ name, hidden: hidden(index) }))
      process.once('message', (index) => void sendRows(book.Sheets[book.SheetNames[index as number]]))
      await send({ sheets, date1904: Boolean(book.Workbook?.WBProps?.date1904) })
    } catch (error) {
      await send({ failure: (error as Error).message })
      process.disconnect()
    }
  })
}
