import { OutputClosed } from './failure.js'

/** A stream a command writes to. */
export interface OutputStream {
  readonly isTerminal: boolean
  /** Width in columns, where the stream knows it. */
  columns(): number | undefined
  /** Resolves when the bytes have left the process; rejects with `OutputClosed` when no one reads any more. */
  write(text: string | Uint8Array): Promise<void>
  /** The stream itself, for ink. */
  readonly node?: NodeJS.WriteStream
}

/** The stream a command reads from. */
export interface InputStream extends AsyncIterable<Uint8Array> {
  readonly isTerminal: boolean
  readonly node?: NodeJS.ReadStream
}

/**
 * Whether a file descriptor is a terminal. node:tty, which loads sockets, is asked only if it may be one: a pipe or a file is
 * not.
 */
export function isTerminal(descriptor: number): boolean {
  try {
    const mayBe =
      process.platform === 'win32' || process.getBuiltinModule('node:fs').fstatSync(descriptor).isCharacterDevice()
    return mayBe && process.getBuiltinModule('node:tty').isatty(descriptor)
  } catch {
    return false
  }
}

/** stdout or stderr, opened when first used: a full disk rejects, a closed pipe rejects with `OutputClosed`, neither kills the process. */
export function outputStream(isTerminal: boolean, open: () => NodeJS.WriteStream): OutputStream {
  let opened: NodeJS.WriteStream | undefined
  let broken: Error | undefined
  const stream = () => {
    opened ??= open().on('error', (error) => {
      broken ??= error
    })
    return opened
  }
  return {
    isTerminal,
    columns: () => (isTerminal ? stream().columns : undefined),
    get node() {
      return stream()
    },
    async write(text) {
      if (broken) throw closedOr(broken)
      await new Promise<void>((resolve, reject) => {
        stream().write(text, (error) => (error ? reject(closedOr(error)) : resolve()))
      })
    },
  }
}

/** stdin; it is opened when someone asks for the stream itself, and nothing is read before someone iterates. */
export function inputStream(isTerminal: boolean, open: () => NodeJS.ReadStream): InputStream {
  return {
    isTerminal,
    get node() {
      return open()
    },
    [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>,
  }
}

function closedOr(error: Error): Error {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED' ? new OutputClosed() : error
}
