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
import { readSeed } from '../../open-seeded.js'
import { readStartFacts } from '../../start-facts.js'
import { runOnce } from './run.js'
import { type Failed, openSearch } from './search.js'
import type { Subject } from './stage.js'

const UNDISTURBED_MS = 120_000
/** As often as a finding was repeated. */
const TRIES = 3

/** Replays a failure from its file, each time undisturbed and disturbed. Exit code 11 while it still happens. */
export async function replay(factory: Factory, path: string): Promise<Result> {
  const file = readReplay(await readTextOf(factory.environment, path))
  if (typeof file === 'string') {
    throw new Failure({ exit: 'invalid', code: 'REPLAY_INVALID', message: `${path} can't be replayed: ${file}` })
  }
  const facts = await readStartFacts(factory, file.factsFile)
  const { command, stateCommand, seedFile, options, disturbances } = file
  const seed = seedFile === undefined ? undefined : await readSeed(factory.environment, seedFile)
  const subject: Subject = { command, stateCommand, seed, facts, options: options as EmulatorOptions }
  return factory.finishing(async () => {
    let failed: Failed | undefined
    // A busy machine may bring an undisturbed run out of step, once; what is mended fails in none.
    for (let left = TRIES; left > 0 && !failed; left -= 1) failed = await playOnce(factory, subject, disturbances)
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

async function playOnce(
  factory: Factory,
  subject: Subject,
  disturbances: ReplayFile['disturbances'],
): Promise<Failed | undefined> {
  const undisturbed = await runOnce(factory, subject, [], UNDISTURBED_MS)
  factory.signal.throwIfAborted()
  const steadiness = compareBaselines([undisturbed])
  if (!('baseline' in steadiness)) throw unplayable('fails' in steadiness ? steadiness.fails : steadiness.flaky)
  const failed = await openSearch(factory, subject, steadiness.baseline, 0).attempt(disturbances)
  factory.signal.throwIfAborted()
  return failed
}

function unplayable(how: string): Failure {
  return new Failure({
    exit: 'failure',
    code: 'FAILS_UNDISTURBED',
    message: `the command can't be replayed, because undisturbed ${how}`,
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
