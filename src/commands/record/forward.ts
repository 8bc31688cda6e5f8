import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { describeFailure } from '../../client/failures.js'
import { BodyKeeper, type Observed } from '../../har/observed.js'
import { redactText } from '../../har/secrets.js'
import { hintForCommands } from '../../terminal/translate-text.js'
import { type Ends, endToEndPairs, type Pairs, pairsOf, pathAtTarget, rewriteLocation } from './messages.js'
import { openUpstream } from './upstream.js'

/** As long as curl waits. */
const CONTINUE_MS = 1_000

export interface Forwarding extends Ends {
  env: Readonly<Record<string, string | undefined>>
  /** Epoch milliseconds, and milliseconds that never go backward. */
  clock: { now(): number; monotonic(): number }
  /** Told of each exchange at its end, however that came. */
  onExchange(seen: Observed): void
}

/** One request on its way through. */
interface Passage {
  incoming: IncomingMessage
  answer: ServerResponse
  path: string
  sent: BodyKeeper
  came: BodyKeeper
  startedAt: number
  began: number
  waitMs?: number
  head?: IncomingMessage
}

/** Passes a request on to the service and its answer back, both as they come, and reports the exchange. */
export function forward(incoming: IncomingMessage, answer: ServerResponse, forwarding: Forwarding): void {
  answer.sendDate = false
  answer.on('error', () => undefined)
  const path = pathAtTarget(forwarding.target, incoming.url ?? '')
  if (path === undefined) {
    incoming.resume()
    refuse(answer, 400, 'BAD_REQUEST', 'Use this address as the base URL: it is not a proxy for other hosts.')
    return
  }
  const { clock } = forwarding
  const passage: Passage = {
    incoming,
    answer,
    path,
    sent: new BodyKeeper(),
    came: new BodyKeeper(),
    startedAt: clock.now(),
    began: clock.monotonic(),
  }
  const end = endOnce(passage, forwarding)
  try {
    const asked = openUpstream(
      forwarding.target,
      { method: incoming.method ?? 'GET', path, headers: upstreamHeaders(incoming, forwarding.target) },
      forwarding.env,
    )
    passBody(passage, asked)
    asked.once('response', (head) => passAnswer(passage, head, forwarding, end))
    asked.on('error', (error) => failUpstream(passage, forwarding, error, end))
    answer.once('close', () => {
      if (!answer.writableFinished) end('the client disconnected')
      asked.destroy()
    })
  } catch (error) {
    failUpstream(passage, forwarding, error as Error, end)
  }
}

/** What the service gets: the headers of the application, this connection's own framing, and its own host. */
function upstreamHeaders({ rawHeaders, headers }: IncomingMessage, target: URL): string[] {
  const kept = endToEndPairs(pairsOf(rawHeaders)).filter(([name]) => name.toLowerCase() !== 'host')
  const isChunked = headers['transfer-encoding'] !== undefined
  return [['Host', target.host], ...kept, ...(isChunked ? [['Transfer-Encoding', 'chunked']] : [])].flat()
}

/**
 * A body that the service is to agree to first (Expect: 100-continue) waits for that, but not for long: some never say so. `pipe`
 * alone would start at once.
 */
function passBody({ incoming, answer, sent }: Passage, asked: ClientRequest): void {
  const begin = () => {
    incoming.on('data', (part: Uint8Array) => sent.take(part))
    incoming.on('error', () => asked.destroy())
    incoming.once('end', () => passTrailers(incoming, asked))
    incoming.pipe(asked)
  }
  if (!/^100-continue$/i.test(incoming.headers.expect ?? '')) {
    begin()
    return
  }
  const agreed = () => {
    stopWaiting()
    answer.writeContinue()
    begin()
  }
  const timer = setTimeout(agreed, CONTINUE_MS)
  const stopWaiting = () => {
    clearTimeout(timer)
    asked.off('continue', agreed)
  }
  asked.once('continue', agreed)
  asked.once('response', stopWaiting).once('close', stopWaiting)
  asked.flushHeaders()
}

function passAnswer(passage: Passage, head: IncomingMessage, forwarding: Forwarding, end: End): void {
  const { answer, incoming, came } = passage
  passage.head = head
  passage.waitMs = forwarding.clock.monotonic() - passage.began
  const headers = endToEndPairs(pairsOf(head.rawHeaders)).map(([name, value]) =>
    name.toLowerCase() === 'location' ? [name, rewriteLocation(value, forwarding)] : [name, value],
  )
  head.on('data', (part: Uint8Array) => came.take(part))
  head.once('end', () => end())
  head.once('error', (error) => {
    end(`the response was cut off: ${error.message}`)
    // Whoever waits for the rest must not take it for the whole.
    answer.destroy()
  })
  try {
    answer.writeHead(head.statusCode ?? 502, head.statusMessage, headers.flat())
    answer.flushHeaders()
    head.once('end', () => passTrailers(head, answer))
    head.pipe(answer)
  } catch (error) {
    // A header that Node would not send.
    const { message } = error as Error
    end(message)
    head.destroy()
    refuse(answer, 502, 'UPSTREAM_INVALID', `the service's response can't be passed on: ${message}`)
    return
  }
  // The service may answer before it has the whole body, and read no more of it.
  head.once('end', () => incoming.unpipe().resume())
}

/** What follows a body in chunks; `pipe` ends the other side right after. */
function passTrailers({ rawTrailers }: IncomingMessage, to: ClientRequest | ServerResponse): void {
  const trailers = pairsOf(rawTrailers).map(([name, value]): [string, string] => [name, value])
  if (trailers.length > 0) to.addTrailers(trailers)
}

function failUpstream(passage: Passage, { target }: Forwarding, error: Error, end: End): void {
  const { answer, head } = passage
  if (head) return
  const request = { method: passage.incoming.method ?? 'GET', url: target.origin, headers: {} }
  const failure = describeFailure(error, request, redactText)
  const hint = hintForCommands(failure)
  const message = hint === undefined ? failure.message : `${failure.message}. ${hint}`
  end(message)
  passage.incoming.unpipe().resume()
  refuse(answer, 502, 'UPSTREAM_UNREACHABLE', message)
}

/** An error of the recorder's own, in the envelope of the service. */
function refuse(answer: ServerResponse, status: number, code: string, message: string): void {
  if (answer.headersSent || answer.destroyed) {
    answer.destroy()
    return
  }
  const body = JSON.stringify({ error: { code, message } })
  answer.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  })
  answer.end(body)
}

type End = (trouble?: string) => void

/** Reports an exchange at the first of its ends: several events may follow one cause. */
function endOnce(passage: Passage, { target, clock, onExchange }: Forwarding): End {
  let isOver = false
  return (trouble) => {
    if (isOver) return
    isOver = true
    const { incoming, head, path, sent, came, startedAt, began } = passage
    const ms = clock.monotonic() - began
    const waitMs = passage.waitMs ?? ms
    const responseHeaders: Pairs = head ? pairsOf(head.rawHeaders) : []
    onExchange({
      method: incoming.method ?? 'GET',
      url: target.origin + path,
      requestHeaders: pairsOf(incoming.rawHeaders).map(([name, value]) =>
        name.toLowerCase() === 'host' ? [name, target.host] : [name, value],
      ),
      requestBody: sent.body(incoming.complete),
      status: head?.statusCode ?? 0,
      responseHeaders,
      responseBody: came.body(trouble === undefined),
      startedAt,
      waitMs,
      receiveMs: ms - waitMs,
      ...(trouble === undefined ? {} : { trouble }),
    })
  }
}
