import type { Worker } from 'node:worker_threads'
import { type Failure, wrongUsage } from '../terminal/failure.js'
import { printable } from '../terminal/printable.js'

/** Where the results go, and when they are no longer wanted. */
export interface JqSurroundings {
  isTerminal: boolean
  /** Ends the filter, whatever it is doing. */
  signal: AbortSignal
  /** Writes a line to stderr, inert already: what the filter says beside its results. */
  tell(text: string): Promise<void>
}

type Answer = { stdout: string; stderr: string; exitCode: number } | { fault: string }

const OUT_OF_MEMORY = /Aborted|memory|ERR_WORKER_OUT_OF_MEMORY/i

/**
 * What jq makes of a JSON text: its results, a line each, texts bare: byte for byte as `jq -r` prints them, but inert on a terminal
 * (cli.md section 1). Refuses an expression that does not work, or runs out of memory; rejects with the reason of the signal.
 */
export async function applyJq(
  json: string,
  expression: string,
  { isTerminal, signal, tell }: JqSurroundings,
): Promise<string> {
  const answer = await runJq({ json, expression }, signal)
  if ('fault' in answer) {
    if (OUT_OF_MEMORY.test(answer.fault)) throw wrongUsage('jq: the filter ran out of memory')
    throw wrongUsage(`jq: ${answer.fault}`)
  }
  const { stdout, stderr, exitCode } = answer
  if (exitCode !== 0) throw explainJq(expression, stderr, exitCode)
  // What `debug`, `stderr` and `input_line_number` print is printed beside the result, as in jq.
  if (stderr !== '') await tell(printable(stderr.trimEnd()))
  if (stdout === '') return ''
  const text = `${stdout.split('\n').map(bare).join('\n')}\n`
  return isTerminal ? printable(text) : text
}

/** jq's own words for what is wrong with a filter, after the filter: it names the place by line and column. */
function explainJq(expression: string, stderr: string, exitCode: number): Failure {
  const [first = ''] = stderr.trim().split('\n')
  const [, said = '', line, column] =
    /^(?:jq: )?error(?: \(at .*?\))?: (.*?)(?: at <top-level>, line (\d+), column (\d+):)?$/.exec(first) ?? []
  const place = column === undefined ? '' : `, at ${line === '1' ? '' : `line ${line}, `}column ${column}`
  const why = said === '' ? first.replace(/^jq: /, '') || `exit ${exitCode}` : said
  const hint =
    column === undefined
      ? 'Run the command with --json to see what the filter gets.'
      : "Quote the filter for your shell, such as --jq '.[0].name'; https://jqlang.org/manual has the language."
  return wrongUsage(`--jq ${JSON.stringify(expression)}: ${why}${place}`, hint)
}

/** jq is asked for JSON, a line each, for its library trims what it prints. */
function bare(line: string): string {
  return line.startsWith('"') ? JSON.parse(line) : line
}

/** Runs jq in a thread of its own: a filter that never ends would keep this one from hearing any signal. */
async function runJq(work: { json: string; expression: string }, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted()
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const workerData = { ...work, from: import.meta.filename }
  // What the library says on stderr when it gives up, we report.
  const worker: Worker = new Worker(`(${jqProgram})()`, { eval: true, workerData, stderr: true })
  let abandon = () => {}
  try {
    return await new Promise<Answer>((resolve, reject) => {
      abandon = () => reject(signal.reason)
      signal.addEventListener('abort', abandon)
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) => resolve({ fault: `${error.code ?? ''} ${error.message}` }))
      worker.once('exit', (code) => resolve({ fault: `the filter ended with ${code}` }))
    })
  } finally {
    signal.removeEventListener('abort', abandon)
    await worker.terminate()
  }
}

/**
 * The whole program of the thread that runs jq: its text is run, so it refers to nothing outside. It posts what jq printed, or the
 * fault that the library ended with.
 */
function jqProgram(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { createRequire } = process.getBuiltinModule('node:module')
  const { json, expression, from } = workerData
  const post = (answer: object) => parentPort!.postMessage(answer)
  createRequire(from)('jq-wasm')
    .raw(json, expression, ['-c'])
    .then(post, (error: unknown) => post({ fault: String(error) }))
}
