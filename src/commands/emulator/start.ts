import { resolve } from 'node:path'
import type { LoggedRequest } from '../../../emulator/index.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { flag, integer, text } from '../../cli/options.js'
import { warnOfOtherService } from '../../cli/which-service.js'
import { dropEphemeralKeys } from '../../config/random-keys.js'
import { DEFAULT_ORGANIZATION, dataDirectoryFor } from '../../config/running-emulator.js'
import { type Result, result } from '../../output/outcome.js'
import { Failure } from '../../terminal/failure.js'
import { printableLine } from '../../terminal/printable.js'
import type { Style } from '../../terminal/style.js'
import { type LiveView, openLiveView } from '../../ui/live-view.js'
import { announce, findDataOption, type Recorded, recordEmulator } from './announce-emulator.js'
import { requireNoneRunning, startDetached } from './detach.js'
import { removeEmptyDirectory, removeEmulatorFile } from './emulator-file.js'
import type { openEmulator } from './open-emulator.js'
import { openSeeded } from './open-seeded.js'
import { readStartFacts } from './start-facts.js'
import { BEHAVIOUR_GROUPS, BEHAVIOUR_OPTIONS, behaviourOptions, PORT } from './start-options.js'

const DEFAULT_PORT = 4_600

const OPTIONS = {
  port: integer('--port <n>', 'port of the API (default: 4600; 0 picks a free one)', PORT),
  dashboardPort: integer('--dashboard-port <n>', 'port of the dashboard (default: the next one)', PORT),
  data: text('--data <folder>', 'data folder (default: .inpk next to the project file)'),
  ephemeral: flag('--ephemeral', 'keep nothing on disk'),
  detach: flag('--detach', 'run in the background (`inpk emulator stop` ends it)'),
  ...BEHAVIOUR_OPTIONS,
}

export const COMMAND = command({
  examples: [
    ['emulator start'],
    ['emulator start --detach && inpk emulator wait', 'in the background'],
    ['emulator start --ephemeral --port 0 --clock frozen@2026-03-01T00:00:00Z'],
  ],
  options: OPTIONS,
  groups: {
    ...BEHAVIOUR_GROUPS,
    Running: ['detach'],
    Address: ['port', 'dashboardPort', ...BEHAVIOUR_GROUPS.Address],
    Data: ['data', 'ephemeral', ...BEHAVIOUR_GROUPS.Data],
  },
  excludes: [['ephemeral', 'data']],
  run: startEmulator,
})

/** After a live view the screen comes back with what was printed at the start. */
const STOPPED = 'The emulator has stopped.'

async function startEmulator(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const { environment } = factory
  const behaviour = behaviourOptions(input)
  const facts = await readStartFacts(factory, input.overrides)
  const directory = input.data === undefined ? dataDirectoryFor(environment.cwd) : resolve(environment.cwd, input.data)
  if (input.detach) {
    const started = await startDetached(factory, { directory, data: input.data, isEphemeral: input.ephemeral })
    await warnOfOtherService(factory)
    return started
  }
  if (!input.ephemeral) requireNoneRunning(environment, { directory, data: input.data })
  const dataOption = findDataOption(directory, environment.cwd)
  let view: LiveView | undefined
  const { lost, onLost } = watchForLoss(directory)
  const emulator = await openSeeded(
    environment,
    { seed: input.seed, facts },
    {
      rateLimitsOfNew: true,
      ...behaviour,
      port: input.port ?? DEFAULT_PORT,
      ...omitUndefined({ dashboardPort: input.dashboardPort, dataOption: dataOption ?? null }),
      dataDirectory: input.ephemeral ? null : directory,
      onRequest: (entry, fault) => tell(factory, view, entry, fault),
      onFault: (fault) =>
        view ? view.say(faultText(fault, 'message')) : void factory.screen.warn(faultText(fault, 'stack')),
      onEvent: (event) => view?.event(event),
      onNotice: (text) => (view ? view.say(text) : void factory.screen.warn(text)),
      onLost,
    },
  )
  await factory.finishing(async () => {
    let recorded: Recorded | undefined
    try {
      const started = { ...input, emulator, directory, facts }
      recorded = await recordEmulator(started, factory)
      await announce({ ...started, ...recorded }, factory)
      const warned = await warnOfOtherService(factory)
      view = await openLiveView(factory, emulator, dataOption, (error) => {
        view?.close()
        view = undefined
        void factory.screen.warn(`the live view failed; printing one line per request instead: ${error.message}`)
      })
      // The view covers what was written before.
      if (warned !== undefined) view?.say(warned)
      await Promise.race([aborted(factory.signal), lost, ...(view ? [view.ended] : [])])
    } finally {
      view?.close()
      recorded?.certificate?.remove()
      forget(input.ephemeral, directory)
      await emulator.close()
      if (view) await factory.screen.note(STOPPED)
    }
  })
  return result(undefined)
}

function forget(isEphemeral: boolean, directory: string): void {
  removeEmulatorFile(directory)
  if (!isEphemeral) return
  dropEphemeralKeys(directory)
  removeEmptyDirectory(directory)
}

/** A promise that rejects once another emulator took the folder. */
function watchForLoss(directory: string): { lost: Promise<never>; onLost(): void } {
  let onLost = () => {}
  const lost = new Promise<never>((_, reject) => {
    onLost = () => reject(lostFolder(directory))
  })
  // It may be lost before anybody waits for it.
  lost.catch(() => undefined)
  return { lost, onLost }
}

function lostFolder(directory: string): Failure {
  return new Failure({
    exit: 'conflict',
    code: 'DATA_DIRECTORY_LOST',
    message: `another emulator took ${directory} while this one was stopped or suspended, so this one has ended`,
    hint: 'Nothing that was confirmed is lost. Use the other one, or stop it and start again.',
  })
}

type OnRequest = NonNullable<Parameters<typeof openEmulator>[1]['onRequest']>

function tell(
  { screen, globals }: Factory,
  view: LiveView | undefined,
  entry: Parameters<OnRequest>[0],
  fault: unknown,
): void {
  if (view) {
    view.request(entry)
    if (fault !== undefined) view.say(faultText(fault, 'message'))
    return
  }
  if (!globals.quiet) void screen.line(requestLine(entry, screen.style))
  if (fault !== undefined) void screen.warn(faultText(fault, 'stack'))
}

/** A damaged file is not a bug, and its error says what to do. */
function faultText(fault: unknown, detail: 'message' | 'stack'): string {
  if (!(fault instanceof Error)) return `the emulator has a bug: ${fault}`
  return fault.name === 'DamagedFileError' ? fault.message : `the emulator has a bug: ${fault[detail]}`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done()
    signal.addEventListener('abort', () => done(), { once: true })
  })
}

/** One line for a request: time, status, method, path, duration; then why it was refused, and hints. */
function requestLine(request: LoggedRequest, style: Style): string {
  const { at, orgId, status, method, path, ms, hints, refusal } = request
  const paint = status < 300 ? style.green : status < 500 ? style.yellow : style.red
  const time = new Date(at).toISOString().slice(11, 19)
  const whose = orgId === String(DEFAULT_ORGANIZATION) ? '' : `#${orgId} `
  const line = `${style.dim(time)} ${whose}${paint(String(status))} ${method} ${printableLine(path)} ${style.dim(`${Math.round(ms)} ms`)}`
  const beside = [...(refusal === null ? [] : [`  ${refusal}`]), ...hints.map((hint) => `  hint: ${hint}`)]
  return [line, ...beside.map((text) => style.yellow(printableLine(text)))].join('\n')
}
