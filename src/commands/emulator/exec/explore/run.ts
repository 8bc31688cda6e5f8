import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Emulator } from '../../../../../emulator/index.js'
import type { Factory } from '../../../../cli/factory.js'
import { withExtraAuthorities } from '../../../../config/certificate-file.js'
import { emulatorEnvironment } from '../../../../config/emulator-environment.js'
import type { Disturbance, Run } from '../../../../explore/observed.js'
import { factsVariable } from '../../start-facts.js'
import { cannotRun } from '../run-under.js'
import { makeScratch, type Scratch } from './scratch.js'
import { readStates, settle } from './settle.js'
import { openStage, type Subject } from './stage.js'
import { startWatch } from './watch.js'

/** Runs the command once, from the same state as every time, with these disturbances; `limitMs` is its longest time. */
export async function runOnce(
  factory: Factory,
  subject: Subject,
  disturbances: readonly Disturbance[],
  limitMs: number,
): Promise<Run> {
  const { environment } = factory
  const scratch = makeScratch(environment)
  const watch = startWatch(() => environment.monotonic())
  const stage = await openStage(factory, subject, { disturbances, watch, scratch })
  try {
    const env = environmentOf(factory, subject, stage.emulator, scratch)
    const startedAt = environment.monotonic()
    const exitCode = await runChild(factory, { command: subject.command, env, outputTo: scratch.outputTo }, limitMs)
    const ms = environment.monotonic() - startedAt
    await stage.restarted
    const atEnd = await readStates(stage.emulator)
    const missed = await settle(stage.emulator, atEnd.exported, watch)
    watch.stop()
    const settled = await readStates(stage.emulator)
    const state = await readStateOutput(factory, subject, stage.emulator, { env, scratch, limitMs })
    return {
      exitCode,
      ms,
      requests: watch.requests,
      deliveries: [...watch.deliveries.values()],
      atEnd: atEnd.state,
      settled: settled.state,
      ...state,
      missed,
      lastWords: scratch.lastWords(),
    }
  } finally {
    await stage.restarted.catch(() => undefined)
    await stage.emulator.close()
    scratch.remove()
  }
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
  } catch (error) {
    // As a shell would have it: the last words of a run that failed.
    const { message, code } = cannotRun(started.command[0], error)
    writeSync(started.outputTo[1], `${message}\n`)
    return code
  } finally {
    timer.abort()
  }
}

async function readStateOutput(
  factory: Factory,
  { stateCommand }: Subject,
  emulator: Emulator,
  { env, scratch, limitMs }: { env: Started['env']; scratch: Scratch; limitMs: number },
): Promise<Pick<Run, 'stateOutput' | 'stateCode'>> {
  if (stateCommand === undefined) return { stateOutput: undefined, stateCode: undefined }
  const path = join(scratch.folder, 'end-state')
  const output = openSync(path, 'w', 0o600)
  try {
    const command = ['sh', '-c', stateCommand] as const
    const stateCode = await runChild(factory, { command, env, outputTo: [output, scratch.outputTo[1]] }, limitMs)
    // Both name this emulator, which has another port each time.
    const text = readFileSync(path, 'utf8').replaceAll(emulator.baseUrl, '').replaceAll(emulator.dashboardUrl, '')
    return { stateOutput: `${text}${stateCode === 0 ? '' : `\n(it exited with ${stateCode})`}`, stateCode }
  } finally {
    closeSync(output)
  }
}
