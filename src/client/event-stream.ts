/** One server-sent event; `data` is its text, most often JSON. */
export interface StreamedEvent {
  event: string
  data: string
  /** Where to resume a broken stream, if the sender gives it. */
  id?: string
  /** Wait before reconnecting, in milliseconds, if the sender gives one. */
  retryMs?: number
}

/** The events of a stream as they come, until it ends or `signal` aborts. Rejects if the stream cannot be opened. */
export async function* openEventStream(url: string, signal: AbortSignal, ca?: string): AsyncGenerator<StreamedEvent> {
  const { openUndiciStream } = await import('./transport-undici.js')
  yield* readEvents(await openUndiciStream(url, signal, ca))
}

/** Takes a stream of bytes apart into its events, wherever the chunks are cut. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest = (rest + decoder.decode(chunk, { stream: true })).replaceAll('\r\n', '\n')
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = readEvent(block)
      if (event) yield event
    }
  }
}

/** The event of a block; none for a block without data, such as a keep-alive comment. */
function readEvent(block: string): StreamedEvent | undefined {
  const lines = block.split('\n')
  const valuesOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ''))
  const data = valuesOf('data')
  if (data.length === 0) return undefined
  const [id, retry] = [valuesOf('id').at(-1), valuesOf('retry').at(-1)]
  return {
    event: valuesOf('event').at(-1) ?? 'message',
    data: data.join('\n'),
    ...(id === undefined ? {} : { id }),
    ...(retry !== undefined && /^\d{1,9}$/.test(retry) ? { retryMs: Number(retry) } : {}),
  }
}
