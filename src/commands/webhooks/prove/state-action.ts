import type { Factory } from '../../../cli/factory.js'
import { describeFailure } from '../../../client/failures.js'
import { createRedact } from '../../../client/redact.js'
import type { Transport } from '../../../contract/wire.js'
import { Failure } from '../../../terminal/failure.js'
import { printable } from '../../../terminal/printable.js'
import { receiverTransport, UNREACHED_HINT } from '../send-delivery.js'

/** What is done beside the deliveries: a command of the user's, or a request to the receiver. Returns what it printed or answered. */
export type StateAction = () => Promise<string>

interface ActionKind {
  option: '--state-command' | '--reset-command'
  code: 'STATE_COMMAND_FAILED' | 'RESET_COMMAND_FAILED'
  /** Of a request. */
  method: 'GET' | 'POST'
}

const STATE: ActionKind = { option: '--state-command', code: 'STATE_COMMAND_FAILED', method: 'GET' }
const RESET: ActionKind = { option: '--reset-command', code: 'RESET_COMMAND_FAILED', method: 'POST' }

/** Longest wait for a command or an answer. */
const PATIENCE_MS = 30_000
const SHOWN_LINES = 5

/** Reads the receiver's state: by `GET` where the command is a URL. */
export function stateReader(command: string, factory: Factory): StateAction {
  return action(command, STATE, factory)
}

/** Puts the receiver into its first state: by `POST` where the command is a URL. */
export function stateReset(command: string, factory: Factory): StateAction {
  return action(command, RESET, factory)
}

function action(command: string, kind: ActionKind, factory: Factory): StateAction {
  if (!/^https?:\/\//i.test(command)) return () => runCommand(command, kind, factory)
  // One for all orders, which keeps its connection open.
  const send = receiverTransport(factory)
  return () => request(command, kind, { send, signal: factory.signal })
}

interface Asking {
  send: Transport
  signal: AbortSignal
}

async function request(url: string, kind: ActionKind, { send, signal }: Asking): Promise<string> {
  const { method, option, code } = kind
  const asked = { method, url, headers: {}, timeoutMs: PATIENCE_MS, signal }
  const { status, body } = await send(asked).catch((error: unknown) => {
    signal.throwIfAborted()
    const { message } = describeFailure(error, asked, createRedact([]))
    throw new Failure({
      exit: 'unreachable',
      code,
      message: `${option}: ${message}`,
      hint: UNREACHED_HINT,
      cause: error,
    })
  })
  if (status >= 200 && status < 300) return Buffer.from(body).toString('utf8')
  const hint = `Send it yourself to see why: \`curl -X ${method} ${url}\`.`
  throw new Failure({ exit: 'failure', code, message: `${option}: ${method} ${url} answered with ${status}`, hint })
}

async function runCommand(command: string, kind: ActionKind, { environment, signal }: Factory): Promise<string> {
  signal.throwIfAborted()
  const line = environment.platform === 'win32' ? ([command] as const) : (['/bin/sh', '-c', command] as const)
  const child = environment.startChild({ command: line, env: environment.env, cwd: environment.cwd, captured: true })
  const stop = () => child.kill('SIGTERM')
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, PATIENCE_MS)
  signal.addEventListener('abort', stop)
  try {
    const { code, signal: by } = await child.ended
    signal.throwIfAborted()
    const { stdout, stderr } = child.output?.() ?? { stdout: '', stderr: '' }
    if (code === 0) return stdout
    const why = isLate ? 'did not end within 30 s' : code === null ? `was ended by ${by}` : `ended with ${code}`
    throw failed(command, why, stderr, kind)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function failed(command: string, why: string, stderr: string, { option, code }: ActionKind): Failure {
  const said = stderr.trim().split('\n').slice(-SHOWN_LINES).join('\n')
  return new Failure({
    exit: 'failure',
    code,
    message: `${option} ${why}: ${printable(command)}`,
    hint: said === '' ? 'It printed nothing to stderr; run it yourself to see why.' : `It printed: ${printable(said)}`,
  })
}
