import type { EmulatorOptions } from '../../../../../emulator/index.js'
import type { Factory } from '../../../../cli/factory.js'
import { readTextOf } from '../../../../cli/read-file.js'
import { compareBaselines } from '../../../../explore/baseline.js'
import { CAUSES, causeOf } from '../../../../explore/cause.js'
import { titleOf } from '../../../../explore/finding.js'
import { type ReplayFile, readReplay } from '../../../../explore/replay-file.js'
import { rulesOf, tellStory } from '../../../../explore/story.js'
import { type Result, result } from '../../../../output/outcome.js'
import { EXIT } from '../../../../terminal/exit-codes.js'
import { Failure } from '../../../../terminal/failure.js'
import { readStartFacts } from '../../start-facts.js'
import { runOnce, type Subject } from './run.js'
import { openSearch } from './search.js'

const UNDISTURBED_MS = 120_000

/** Replays a failure from its file: once undisturbed, once disturbed. Exit code 11 while it still happens. */
export async function replay(factory: Factory, path: string): Promise<Result> {
  const file = readReplay(await readTextOf(factory.environment, path))
  if (typeof file === 'string') {
    throw new Failure({ exit: 'invalid', code: 'REPLAY_INVALID', message: `${path} can't be replayed: ${file}` })
  }
  const facts = await readStartFacts(factory, file.factsFile)
  const { command, stateCommand, seedFile, options, disturbances } = file
  const subject: Subject = { command, stateCommand, seed: seedFile, facts, options: options as EmulatorOptions }
  return factory.finishing(async () => {
    const undisturbed = await runOnce(factory, subject, [], UNDISTURBED_MS)
    const steadiness = compareBaselines([undisturbed])
    if (!('baseline' in steadiness)) return unplayable(undisturbed.exitCode)
    const failed = await openSearch(factory, subject, steadiness.baseline, 0).attempt(disturbances)
    factory.signal.throwIfAborted()
    const cause = failed && causeOf(failed.breaches[0], failed.run, disturbances)
    const story = failed ? tellStory(failed.breaches, failed.run, disturbances) : []
    const data = {
      reproduced: failed !== undefined,
      breach: failed?.breaches[0].name ?? null,
      cause: cause ?? null,
      story,
    }
    return result(data, () => shown(file, data), failed ? EXIT.checkFailed : undefined)
  })
}

function unplayable(code: number | null): never {
  throw new Failure({
    exit: 'failure',
    code: 'FAILS_UNDISTURBED',
    message: `the undisturbed command exited with ${code ?? 'nothing'}, so it can't be replayed`,
    hint: 'Run it with `inpk emulator exec -- COMMAND` to see why.',
  })
}

interface Replayed {
  reproduced: boolean
  cause: keyof typeof CAUSES | null
  story: readonly string[]
}

function shown({ disturbances, cause: before }: ReplayFile, { reproduced, cause, story }: Replayed): string[] {
  const title = titleOf(disturbances)
  if (!reproduced) return [`It no longer happens: ${title}.`, `It was: ${CAUSES[before]}.`]
  return [CAUSES[cause ?? before], ...[title, ...story, ...rulesOf(disturbances)].map((line) => `   ${line}`)]
}
