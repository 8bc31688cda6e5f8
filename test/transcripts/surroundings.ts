import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startEmulator } from '../../emulator/index.js'
import { processStart } from '../../src/base/process.js'
import type { Environment } from '../../src/cli/environment.js'
import { writeEmulatorFile } from '../../src/commands/emulator/emulator-file.js'
import { verify } from '../../src/webhooks/index.js'
import { runInpk, type Surroundings, stdinOf } from '../cli/run-inpk.js'
import { writeFile } from '../commands/scratch.js'
import { RECEIVER_URL, receiverBeside } from '../commands/webhooks/receiver.js'
import type { Stage } from './stage.js'

export { RECEIVER_URL }

/** A key on stdin. */
export const withKey = ({ emulator }: Stage): Surroundings => ({
  stdin: stdinOf(emulator.apiKeys.test.all),
  env: { INPK_API_KEY: '' },
})

/** Messages of an assistant on stdin. */
export const withMessages = ({ emulator }: Stage): Surroundings => {
  let goOn = () => {}
  const answered = new Promise<void>((resolve) => {
    goOn = resolve
  })
  return {
    transport: async (request) => {
      const answer = await emulator.handle(request)
      setImmediate(goOn)
      return answer
    },
    stdin: {
      isTerminal: false,
      async *[Symbol.asyncIterator]() {
        yield Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        // Answers come as they are ready: the second request waits, so that they stand in one order.
        await answered
        yield Buffer.from('{"jsonrpc":"2.0","id":2,"method":"resources/list"}\n')
      },
    },
  }
}

const ASKED = {
  response_type: 'code',
  redirect_uri: 'http://127.0.0.1:9999/callback',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
}

/** An assistant that asks to sign in; its request is called con_waiting. */
export const withAssistant = ({ emulator }: Stage): Surroundings => {
  const call = (method: string, path: string, body?: unknown) =>
    emulator.handle({
      method,
      url: emulator.dashboardUrl + path,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const ask = async (): Promise<string> => {
    const metadata = { client_name: 'An assistant', redirect_uris: [ASKED.redirect_uri] }
    const registered = await call('POST', '/oauth/register', metadata)
    const { client_id } = JSON.parse(Buffer.from(registered.body).toString())
    const { headers } = await call('GET', `/oauth/authorize?${new URLSearchParams({ ...ASKED, client_id })}`)
    return headers.location!.split('/').at(-1)!
  }
  let asking: Promise<string> | undefined
  const transport: Environment['transport'] = async (request) => {
    asking ??= ask()
    const id = await asking
    const named = (text: string) => text.replaceAll('con_waiting', id)
    const body = request.body === undefined ? {} : { body: named(Buffer.from(request.body).toString()) }
    const answer = await emulator.handle({ ...request, url: named(request.url), ...body })
    return { ...answer, body: Buffer.from(Buffer.from(answer.body).toString().replaceAll(id, 'con_waiting')) }
  }
  return { transport }
}

/** A receiver at RECEIVER_URL that verifies what it gets, beside the emulator. */
export const withReceiver = ({ emulator }: Stage): Surroundings => ({
  transport: receiverBeside({ emulator } as never, ({ headers, body }) =>
    verify('whsec_of_the_subscription', Buffer.from(body as Uint8Array), headers['x-service-signature'] ?? '')
      ? 204
      : 401,
  ).transport,
})

/** A receiver at RECEIVER_URL that says below it which deliveries it knows, and all it was sent. */
export const withStatefulReceiver = ({ emulator }: Stage): Surroundings => {
  let log: string[] = []
  const answer = (status: number, value: unknown) => ({ status, headers: {}, body: Buffer.from(JSON.stringify(value)) })
  return {
    async transport(request) {
      if (!request.url.startsWith(RECEIVER_URL)) return emulator.handle(request)
      if (request.url.endsWith('/known')) return answer(200, [...new Set(log)].sort())
      if (request.url.endsWith('/log')) return answer(200, log)
      if (request.url.endsWith('/reset')) log = []
      else log.push(request.headers['x-service-delivery'] ?? '')
      return answer(200, null)
    },
  }
}

/** The emulator of the stage, found by its folder. */
export const runningHere = ({ cwd, emulator }: Stage): Surroundings => {
  const { baseUrl, dashboardUrl } = emulator
  const facts = { started_at: '2026-03-02T12:00:00.000Z', base_url: baseUrl, dashboard_url: dashboardUrl }
  writeEmulatorFile(join(cwd, '.inpk'), facts)
  return { env: { INPK_EMULATOR_URL: '' } }
}

/** Emulators without sockets; one that is started apart runs in this process, until it is told to stop. */
export const startingEmulators = ({ cwd }: Stage): Surroundings => {
  const quiet: Environment['startEmulator'] = (options) => startEmulator({ ...options, listen: false })
  let handle: Environment['transport']
  const started: Environment['startEmulator'] = async (options) => {
    const emulator = await quiet(options)
    handle = emulator.handle
    return emulator
  }
  return {
    startEmulator: started,
    transport: (request) => handle!(request),
    startChild({ command, env }) {
      const isChild = command[0] !== 'node'
      if (isChild) return { pid: 1, kill: () => {}, ended: Promise.resolve({ code: 0, signal: null }) }
      const onSignal: Environment['onSignal'] = (listener) => {
        // After the parent has seen it: it answers, and that is all there is to see.
        setTimeout(() => listener('SIGTERM'), 50)
        return () => {}
      }
      const ended = runInpk(command.slice(2), { cwd, env, startEmulator: started, onSignal })
      return { pid: process.pid, kill: () => {}, ended: ended.then(({ code }) => ({ code, signal: null })) }
    },
  }
}

/** A process of its own that says it is the emulator of the folder, and ends when it is told to. */
export const standIn = ({ cwd }: Stage): Surroundings => {
  const { pid = 0 } = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'])
  writeEmulatorFile(join(cwd, '.inpk'), { started_at: '', base_url: 'http://127.0.0.1:1', dashboard_url: 'http://a:1' })
  const facts = { pid, process_start: processStart(pid), base_url: 'http://127.0.0.1:1', dashboard_url: 'http://a:1' }
  writeFile(join(cwd, '.inpk'), 'emulator.json', facts)
  const health = Buffer.from(JSON.stringify({ status: 'ok', pid, version: '1' }))
  return {
    transport: async () => ({ status: 200, headers: {}, body: health }),
    signalProcess: (wanted, signal) => void process.kill(wanted, signal),
    sleep: (waitMs) => new Promise((resolve) => setTimeout(resolve, waitMs)),
  }
}

/** While a listener listens, an event is emitted. The listener's lease is not renewed. */
export const emitting = (stage: Stage): Surroundings => {
  const sleep: Environment['sleep'] = (_waitMs, signal) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  let tries = 0
  const emit = async (): Promise<void> => {
    tries += 1
    const { stdout } = await stage.run('emulator subscriptions list --json')
    if (stdout.trim() !== '[]') await stage.run('webhooks trigger series.created --set data.name=Apps')
    else if (tries < 200) setTimeout(emit, 5)
  }
  void emit()
  return { sleep }
}

/** Ctrl-C after a moment. */
export const interrupted = (): Surroundings => ({
  onSignal: (listener) => {
    const timer = setTimeout(listener, 100, 'SIGINT')
    return () => clearTimeout(timer)
  },
})

/** A network where names resolve and certificates are good. What is asked without a key is dated by the clock of this machine. */
export const onNetwork = (): Surroundings => ({
  now: () => Date.now(),
  network: {
    lookup: async () => ['127.0.0.1'],
    connect: async () => ({ protocol: null, certificateEndsAt: undefined }) as never,
  },
})

/** Real time and sockets, for what goes its own way from beginning to end. */
export const real = (): Surroundings => ({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (waitMs) => new Promise((resolve) => setTimeout(resolve, waitMs)),
  transport: undefined as never,
  env: { INPK_API_KEY: '', INPK_EMULATOR_URL: '' },
})
