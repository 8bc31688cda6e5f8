import { type ChildProcess, spawn } from 'node:child_process'
import { on } from 'node:events'
import { createRequire } from 'node:module'
import { InputFileError } from '../../errors.js'
import { type ChildMessage, childProgram } from './child-program.js'

export interface WorkbookLimits {
  fileBytes: number
  rssBytes: number
  /** For all the child does. */
  timeMs: number
}

export const WORKBOOK_LIMITS: WorkbookLimits = { fileBytes: 64 * 1024 ** 2, rssBytes: 1024 ** 3, timeMs: 60_000 }

export interface WorkbookChild {
  /** The next thing the child says. Rejects with `InputFileError` where it failed, took too much, or too long. */
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
      if ('failure' in message) throw new InputFileError(`the workbook can not be read: ${message.failure}`)
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
    stop.abort(
      memory ? tooMuch('it takes too much memory to read') : new InputFileError('the workbook can not be read'),
    )
  })
}

function tooMuch(why: string): InputFileError {
  return new InputFileError(`the workbook is given up: ${why}`, 'save it as .xlsx or .csv')
}
