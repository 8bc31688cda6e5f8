import type { ClientClock } from '../client/client-types.js'
import type { Transport } from '../contract/wire.js'
import { harEntry } from './har-entry.js'
import { type HarFile, NoHarFileError, openHarFile } from './har-file.js'
import { Hiding } from './hiding.js'
import { BodyKeeper, isLarge, type Observed, wholeBody } from './observed.js'
import { Secrets } from './secrets.js'

/** A HAR file in the making. */
export interface Recording {
  /** Exchanges that were recorded. */
  readonly count: number
  /** Exchanges of which a body was too large to be kept whole. */
  readonly large: number
  /** The file was torn by a process that was killed; its last entry was taken away. */
  readonly wasTorn: boolean
  /** Writes an exchange at once, its secrets removed. Never throws: what keeps it from being written is said once, and ends the recording. */
  add(seen: Observed): void
  close(): Promise<void>
}

/**
 * Opens the file (absolute path) for a recording; `secrets` are removed wherever they are, and `onTrouble` hears why it ended early.
 * @throws NoHarFileError
 */
export async function openRecording(
  path: string,
  { secrets, onTrouble }: { secrets: readonly string[]; onTrouble: (why: string) => void },
): Promise<Recording> {
  const file: HarFile = await openHarFile(path)
  const known = new Secrets(secrets)
  const hiding = new Hiding(file)
  let [count, large] = [0, 0]
  let isOver = false
  /** Not where another program changed the file: its bytes are elsewhere now. */
  let mayHide = true
  return {
    get count() {
      return count
    },
    get large() {
      return large
    },
    wasTorn: file.wasTorn,
    add(seen) {
      if (isOver) return
      try {
        const entry = JSON.stringify(harEntry(seen, known))
        hiding.hide(known.takeSent())
        file.append(entry)
        count += 1
        if (isLarge(seen.requestBody) || isLarge(seen.responseBody)) large += 1
      } catch (error) {
        isOver = true
        mayHide = !(error instanceof NoHarFileError)
        onTrouble((error as Error).message)
      }
    },
    async close() {
      isOver = true
      try {
        if (mayHide) hiding.sweep()
      } finally {
        mayHide = false
        await file.close()
      }
    },
  }
}

/** The transport, with each of its exchanges recorded: failures too, and streams as far as they went. */
export function recordedTransport(
  transport: Transport,
  recording: Recording,
  clock: Pick<ClientClock, 'now' | 'monotonic'>,
): Transport {
  return async (request) => {
    const [startedAt, began] = [clock.now(), clock.monotonic()]
    const stream = new BodyKeeper()
    let head: { status: number; headers: Record<string, string>; waitMs: number } | undefined
    const { takeStream } = request
    const tapped = takeStream && {
      takeStream: (parts: AsyncIterable<Uint8Array>, headers: Record<string, string>) => {
        head = { status: 200, headers, waitMs: clock.monotonic() - began }
        return takeStream(tap(parts, stream), headers)
      },
    }
    const add = (rest: Pick<Observed, 'status' | 'responseBody' | 'trouble'>, headers: Record<string, string>) => {
      const ms = clock.monotonic() - began
      const waitMs = head?.waitMs ?? ms
      recording.add({
        method: request.method,
        url: request.url,
        requestHeaders: Object.entries(request.headers),
        requestBody: wholeBody(request.body),
        responseHeaders: Object.entries(headers),
        startedAt,
        waitMs,
        receiveMs: ms - waitMs,
        ...rest,
      })
    }
    try {
      const answer = await transport({ ...request, ...tapped })
      const responseBody = head ? stream.body(true) : wholeBody(answer.body)
      add({ status: answer.status, responseBody }, answer.headers)
      return answer
    } catch (error) {
      const trouble = error instanceof Error ? error.message : String(error)
      add({ status: head?.status ?? 0, responseBody: stream.body(false), trouble }, head?.headers ?? {})
      throw error
    }
  }
}

async function* tap(parts: AsyncIterable<Uint8Array>, keeper: BodyKeeper): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    keeper.take(part)
    yield part
  }
}
