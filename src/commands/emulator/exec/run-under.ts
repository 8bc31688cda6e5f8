import { type Emulator, type EmulatorOptions, requestLog } from '../../../../emulator/index.js'
import type { Factory } from '../../../cli/factory.js'
import { omitUndefined } from '../../../cli/omit-undefined.js'
import {
  type CertificateFile,
  withExtraAuthorities,
  writeTemporaryCertificate,
} from '../../../config/certificate-file.js'
import { emulatorEnvironment } from '../../../config/emulator-environment.js'
import { EXIT, signalExitCode } from '../../../terminal/exit-codes.js'
import { Failure } from '../../../terminal/failure.js'
import { openSeeded } from '../open-seeded.js'
import { factsVariable, readStartFacts, type StartFacts, startFactsText } from '../start-facts.js'
import { writeBundle } from './bundle.js'
import { createRecorder, type Recorder } from './recorder.js'
import { makeExecReport, reportLines } from './report.js'

export interface ExecOptions {
  command: readonly [string, ...string[]]
  seed: string | undefined
  overrides: string | undefined
  report: boolean
  options: EmulatorOptions
}

/** Runs a command under an emulator of its own, in memory, on free ports; gives its exit code, and what it asked. */
export async function runUnder(factory: Factory, run: ExecOptions): Promise<{ exitCode: number; recorder: Recorder }> {
  const recorder = createRecorder(run.report ? requestLog() : undefined)
  const { emulator, facts } = await openOr125(factory, run, {
    rateLimits: false,
    dashboardPort: 0,
    ...run.options,
    port: 0,
    onRequest: (entry) => recorder.take(entry),
    ...(run.report ? { onEvent: (event) => recorder.hear(event) } : {}),
  })
  return factory.finishing(async () => {
    let file: CertificateFile | undefined
    try {
      factory.signal.throwIfAborted()
      const { baseUrl, dashboardUrl, apiKeys, certificate } = emulator
      if (certificate !== undefined)
        file = writeTemporaryCertificate(
          withExtraAuthorities(certificate, factory.environment.env),
          factory.environment,
        )
      const urls = { baseUrl, dashboardUrl, facts: factsVariable(facts), certificate: file?.path }
      const variables = emulatorEnvironment(urls, apiKeys)
      const exitCode = await runChild(run.command, variables, factory)
      if (run.report) await tellReport(factory, emulator, recorder, exitCode)
      return { exitCode, recorder }
    } finally {
      file?.remove()
      await emulator.close()
    }
  })
}

async function tellReport(
  { environment, screen }: Factory,
  emulator: Emulator,
  recorder: Recorder,
  exitCode: number,
): Promise<void> {
  const { control } = emulator
  const report = await makeExecReport(recorder, control)
  for (const line of reportLines(report, screen.style)) await screen.line(line)
  if (exitCode === 0) return
  try {
    const folder = await writeBundle(environment, control, recorder, { exit_code: exitCode, ...report })
    await screen.say(`It exited with ${exitCode}: requests, deliveries, state, clock and faults are in ${folder}/`)
  } catch (error) {
    await screen.warn(`details of the failure could not be saved: ${(error as Error).message}`)
  }
}

/** The emulator and the facts it plays, which are said. */
async function openOr125(
  factory: Factory,
  { seed, overrides }: ExecOptions,
  options: EmulatorOptions,
): Promise<{ emulator: Emulator; facts: StartFacts | undefined }> {
  return or125(async () => {
    const facts = await readStartFacts(factory, overrides)
    const emulator = await openSeeded(factory.environment, { seed, facts }, options)
    const played = startFactsText(facts)
    if (played !== undefined) await factory.screen.note(`The emulator plays ${played}.`)
    return { emulator, facts }
  })
}

/** Does what an emulator needs to start. @throws {Failure} with exit code 125 if it can't */
export async function or125<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    throw new Failure({
      exit: 'emulatorFailed',
      code: 'EMULATOR_FAILED',
      message: `the emulator did not start: ${(error as Error).message}`,
      ...(error instanceof Failure ? omitUndefined({ hint: error.hint }) : {}),
      cause: error,
    })
  }
}

// As shells and `env` have it.
const CANNOT_RUN: Record<string, number> = { ENOENT: 127, EACCES: 126 }

/** What is said of a command that could not be started, and the exit code that shells give it. */
export function cannotRun(file: string, error: unknown): { message: string; code: number } {
  const { code, message } = error as NodeJS.ErrnoException
  const why = code === 'ENOENT' ? 'no such command' : message
  return { message: `${file} can't be run: ${why}`, code: CANNOT_RUN[code ?? ''] ?? EXIT.emulatorFailed }
}

async function runChild(
  wanted: readonly [string, ...string[]],
  variables: Record<string, string>,
  { environment, screen }: Factory,
): Promise<number> {
  const child = environment.startChild({
    command: wanted,
    env: { ...environment.env, ...variables },
    cwd: environment.cwd,
    guarded: true,
  })
  // A Ctrl-C on a terminal reaches the child by itself; whatever else ends us is passed on, and the child waited for.
  const off = environment.onSignal((signal) => {
    if (signal !== 'SIGINT' || !environment.stdin.isTerminal) child.kill(signal)
  })
  try {
    const { code, signal } = await child.ended
    return code ?? signalExitCode(signal ?? 'SIGTERM')
  } catch (error) {
    const { message, code } = cannotRun(wanted[0], error)
    await screen.line(`error: ${message}`)
    return code
  } finally {
    off()
  }
}
