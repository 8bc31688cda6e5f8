import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator/index.js'
import { runInpk, type Surroundings, stdinOf } from '../cli/run-inpk.js'
import { atEndOfFile } from '../end-of-file.js'

export interface Bench {
  emulator: Emulator
  /** Runs a command line against the emulator, without a socket, with its test key of scope all. */
  run(argv: readonly string[], surroundings?: Surroundings): ReturnType<typeof runInpk>
  /** The JSON a command line prints; it must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they know is there.
  json<T = any>(argv: readonly string[], surroundings?: Surroundings): Promise<T>
}

/** An emulator in this process, and command lines that talk to it. */
export async function openBench(options: EmulatorOptions = {}): Promise<Bench> {
  const emulator = await startEmulator({ listen: false, ...options })
  atEndOfFile(() => emulator.close())
  const run: Bench['run'] = (argv, { env, ...surroundings } = {}) =>
    runInpk(argv, {
      transport: emulator.handle,
      env: {
        INPK_API_KEY: emulator.apiKeys.test.all,
        INPK_BASE_URL: emulator.baseUrl,
        INPK_EMULATOR_URL: emulator.dashboardUrl,
        INPK_CONFIG_DIR: '/nowhere',
        ...env,
      },
      ...surroundings,
    })
  return {
    emulator,
    run,
    async json(argv, surroundings) {
      const { code, stdout, stderr } = await run([...argv, '--json'], surroundings)
      if (code !== 0) throw new Error(`inpk ${argv.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout)
    },
  }
}

export interface Scene {
  group: string
  source: string
  field: string
}

/** A published source with one text field, and these items in it. */
export async function stageSource(bench: Bench, items: readonly unknown[] = []): Promise<Scene> {
  const { survey_series_id: group } = await bench.json<{ survey_series_id: string }>(['groups', 'create', 'Support'])
  const source = await bench.json<{ survey_id: string; questions: { question_id: string }[] }>([
    'sources',
    'create',
    'Tickets',
    '--group',
    group,
    '--question',
    'DEPTH_TEXT: What happened?',
    '--publish',
  ])
  const scene = { group, source: source.survey_id, field: source.questions[0]!.question_id }
  if (items.length > 0) {
    const body = {
      survey_series_id: group,
      survey_id: scene.source,
      question: { question_id: scene.field, content: items },
    }
    await bench.json(['api', 'POST', 'content/push', '--input', '-'], { stdin: stdinOf(JSON.stringify(body)) })
  }
  return scene
}

/** The texts of all items the service holds, sorted. */
export async function storedTexts(bench: Bench): Promise<string[]> {
  const items = await bench.json<{ text: string }[]>(['feedback', 'list'])
  return items.map(({ text }) => text).sort()
}
