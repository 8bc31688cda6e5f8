import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Emulator, EmulatorOptions } from '../../../../../emulator/index.js'
import type { Factory } from '../../../../cli/factory.js'
import { withExtraAuthorities } from '../../../../config/certificate-file.js'
import { emulatorEnvironment } from '../../../../config/emulator-environment.js'
import { faultsOf } from '../../../../explore/disturbances.js'
import { type EndState, type ExportedState, endStateOf } from '../../../../explore/end-state.js'
import { DISTURBANCES } from '../../../../explore/kinds.js'
import type { Disturbance, ObservedDelivery, Run } from '../../../../explore/observed.js'
import { openSeeded } from '../../open-seeded.js'
import { factsVariable, type StartFacts } from '../../start-facts.js'
import { or125 } from '../run-under.js'
import { makeScratch, type Scratch } from './scratch.js'
import { startWatch, type Watch } from './watch.js'

/** What is run again and again. */
export interface Subject {
  command: readonly [string, ...string[]]
  stateCommand: string | undefined
  seed: string | undefined
  facts: StartFacts | undefined
  options: EmulatorOptions
}

/** How long a restarted emulator is away. */
const AWAY_MS = 400
/** Longer than any disturbance makes a task wait. */
const SETTLES_WITHIN = '5s'

/** One emulator of one run, and a new one in its place after a restart. */
interface Stage {
  emulator: Emulator
  /** Resolves when no restart is under way. */
  restarted: Promise<void>
}

/** Runs the command once, from the same state as every time, with these disturbances; `limitMs` is its longest time. */
export async function runOnce(
  factory: Factory,
  subject: Subject,
  disturbances: readonly Disturbance[],
  limitMs: number,
): Promise<Run> {
  const { environment } = factory
  const scratch = makeScratch()
  const watch = startWatch(() => environment.monotonic())
  const stage = await openStage(factory, subject, { disturbances, watch, scratch })
  try {
    const { control } = stage.emulator
    for (const [place, disturbance] of disturbances.entries()) {
      for (const body of faultsOf(disturbance)) watch.places.set((await control.createFault({ body })).id, place)
    }
    const env = environmentOf(factory, subject, stage.emulator, scratch)
    const startedAt = environment.monotonic()
    const exitCode = await runChild(factory, { command: subject.command, env, outputTo: scratch.outputTo }, limitMs)
    const ms = environment.monotonic() - startedAt
    await stage.restarted
    const atEnd = await readState(stage.emulator)
    await settle(stage.emulator, atEnd.exported)
    watch.stop()
    const settled = await readState(stage.emulator)
    const stateOutput = await readStateOutput(factory, subject, stage.emulator, { env, scratch, limitMs })
    return {
      exitCode,
      ms,
      requests: watch.requests,
      deliveries: settled.deliveries,
      atEnd: atEnd.state,
      settled: settled.state,
      stateOutput,
      lastWords: scratch.lastWords(),
    }
  } finally {
    await stage.restarted.catch(() => undefined)
    await stage.emulator.close()
    scratch.remove()
  }
}

interface Staging {
  disturbances: readonly Disturbance[]
  watch: Watch
  scratch: Scratch
}

async function openStage(factory: Factory, subject: Subject, staging: Staging): Promise<Stage> {
  const { disturbances, watch, scratch } = staging
  const restarts = disturbances.map(({ kind }) => DISTURBANCES[kind].restarts === true)
  const { seed, facts } = subject
  const options: EmulatorOptions = {
    rateLimits: false,
    ...subject.options,
    port: 0,
    dashboardPort: 0,
    onRequest: (entry) => watch.take(entry),
    // A receiver of a command that has ended is not there; what is left of its deliveries is nobody's concern.
    ...(restarts.includes(true) ? { dataDirectory: scratch.data } : {}),
  }
  const open = (more: EmulatorOptions, files = { seed, facts }) =>
    or125(() => openSeeded(factory.environment, files, { ...options, ...more }))
  const stage: Stage = { emulator: await open({}), restarted: Promise.resolve() }
  const ports = { port: portOf(stage.emulator.baseUrl), dashboardPort: portOf(stage.emulator.dashboardUrl) }
  watch.onStruck = (place) => {
    if (!restarts[place]) return
    stage.restarted = (async () => {
      await stage.emulator.close()
      await factory.environment.sleep(AWAY_MS)
      stage.emulator = await open(ports, { seed: undefined, facts })
    })()
  }
  return stage
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}

function environmentOf(
  { environment }: Factory,
  { facts }: Subject,
  { baseUrl, dashboardUrl, apiKeys, certificate }: Emulator,
  scratch: Scratch,
): Record<string, string | undefined> {
  const path = certificate === undefined ? undefined : join(scratch.folder, 'authorities.pem')
  if (path !== undefined) writeFileSync(path, withExtraAuthorities(certificate!, environment.env))
  const urls = { baseUrl, dashboardUrl, facts: factsVariable(facts), certificate: path }
  return { ...environment.env, ...emulatorEnvironment(urls, apiKeys), ...scratch.env }
}

interface Started {
  command: readonly [string, ...string[]]
  env: Record<string, string | undefined>
  outputTo: readonly [number, number]
}

/** The exit code of a command; null if it took too long, or the search was stopped. */
async function runChild({ environment, signal }: Factory, started: Started, limitMs: number): Promise<number | null> {
  const child = environment.startChild({ ...started, cwd: environment.cwd, guarded: true })
  const timer = new AbortController()
  let stopped = false
  const stop = () => {
    stopped = true
    child.kill('SIGKILL')
  }
  environment.sleep(limitMs, AbortSignal.any([timer.signal, signal])).then(stop, () => signal.aborted && stop())
  try {
    const { code } = await child.ended
    return stopped ? null : (code ?? 1)
  } finally {
    timer.abort()
  }
}

interface StateRead {
  state: EndState
  exported: ExportedState
  deliveries: ObservedDelivery[]
}

async function readState({ control }: Emulator): Promise<StateRead> {
  const exported = (await control.exportOrganization()) as unknown as ExportedState
  const deliveries = Object.values(exported.state.deliveries).map(({ event, attempts }) => ({
    event,
    statuses: attempts.map(({ status }) => status),
  }))
  return { state: endStateOf(exported), exported, deliveries }
}

/** Lets the service finish what it has accepted; nothing disturbs it any more. */
async function settle(emulator: Emulator, { state }: ExportedState): Promise<void> {
  const { control } = emulator
  for (const { id } of (await control.listFaults()).items) await control.deleteFault({ params: { id } })
  const isUnfinished = Object.values(state.tasks).some(({ status }) => status === 'queued' || status === 'processing')
  if (isUnfinished) await control.advanceClock({ body: { by: SETTLES_WITHIN } })
  await emulator.idle()
}

async function readStateOutput(
  factory: Factory,
  { stateCommand }: Subject,
  emulator: Emulator,
  { env, scratch, limitMs }: { env: Started['env']; scratch: Scratch; limitMs: number },
): Promise<string | undefined> {
  if (stateCommand === undefined) return undefined
  const path = join(scratch.folder, 'end-state')
  const output = openSync(path, 'w', 0o600)
  try {
    const command = ['sh', '-c', stateCommand] as const
    const code = await runChild(factory, { command, env, outputTo: [output, scratch.outputTo[1]] }, limitMs)
    // Both name this emulator, which has another port each time.
    const text = readFileSync(path, 'utf8').replaceAll(emulator.baseUrl, '').replaceAll(emulator.dashboardUrl, '')
    return `${text}${code === 0 ? '' : `\n(it exited with ${code})`}`
  } finally {
    closeSync(output)
  }
}
