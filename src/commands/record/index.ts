import { count } from '../../base/count.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { integer, requiredText, text } from '../../cli/options.js'
import { openRecordingFile, warnOfLarge } from '../../cli/recording.js'
import { exchangeLine } from '../../cli/trace.js'
import { isLoopback, requireAddress } from '../../contract/base-url.js'
import type { Observed } from '../../har/observed.js'
import { redactText } from '../../har/secrets.js'
import { type Result, result, withHint } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { openRecorder } from './recorder.js'

const OPTIONS = {
  to: requiredText('--to <url>', 'address of the service'),
  out: requiredText('--out <file>', 'HAR file to write, or to append to if it exists'),
  port: integer('--port <n>', 'port to listen on (default: a free one)', { min: 0, max: 65_535 }),
  host: text('--host <address>', 'address to listen on (default: 127.0.0.1, this machine only)'),
}

export const COMMAND = command({
  examples: [
    ['record --to https://ingest.example.com --out session.har'],
    [
      'record --to https://ingest.example.com --port 4700 --out session.har',
      'for an application that has http://127.0.0.1:4700 as its base URL',
    ],
  ],
  options: OPTIONS,
  argumentsMean: ['to'],
  run: record,
})

/** Stands between an application and the service and records what they say, until Ctrl-C: that is how it ends when all is well. */
async function record(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const { environment, screen, signal } = factory
  const target = requireAddress(input.to, '--to')
  const host = input.host ?? '127.0.0.1'
  const recording = await openRecordingFile(input.out, factory)
  let failed = 0
  const onExchange = (seen: Observed) => {
    recording.add(seen)
    if (seen.status === 0) failed += 1
    if (!factory.globals.quiet) void screen.line(lineOf(seen))
  }
  try {
    const { env } = environment
    const recorder = await openRecorder(
      { host, port: input.port ?? 0 },
      { target, env, clock: environment, onExchange },
    )
    if (!isLoopback(host.includes(':') ? `[${host}]` : host)) {
      await screen.caution(`others on the network can reach ${target.origin} through ${recorder.url}`)
    }
    // Printed for programs too: a free port is known from nowhere else.
    if (!factory.globals.quiet) {
      await screen.say(`Recording ${recorder.url} -> ${input.to} to ${input.out}. Ctrl-C to stop.`)
    }
    await factory.finishing(async () => {
      await aborted(signal)
      await recorder.close()
    })
    await warnOfLarge(recording, screen)
    const data = { url: recorder.url, to: input.to, file: input.out, requests: recording.count, failed }
    return withHint<Recorded>(result(data, view, EXIT.done), nextText)
  } finally {
    // A large last entry takes its time to be written, more than the grace after Ctrl-C.
    await factory.finishing(() => recording.close())
  }
}

function lineOf({ method, url, status, waitMs, receiveMs, trouble }: Observed): string {
  const { origin } = new URL(url)
  return exchangeLine({
    method,
    path: redactText(url.slice(origin.length)),
    ms: waitMs + receiveMs,
    attempt: 1,
    ...(status === 0 ? { error: trouble ?? '' } : { status }),
  })
}

interface Recorded {
  to: string
  file: string
  requests: number
  failed: number
}

function view({ file, requests }: Recorded): string[] {
  return [requests === 0 ? 'No requests were recorded.' : `Recorded ${count(requests, 'request')} to ${file}.`]
}

/** What to do next: there is nothing to learn from before the service has answered something. */
function nextText({ to, file, requests, failed }: Recorded): string {
  if (requests === 0)
    return 'Run the command again, and while it runs, give your application the address that it prints as its base URL; --port makes it the same every time.'
  if (failed === requests) return `No request was answered: check that ${to} is the address of the service.`
  return `Next: \`inpk learn ${file}\` learns from it how the service differs.`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
