import type { Factory } from '../../cli/factory.js'
import { requireNoLimit } from '../../cli/require-no-limit.js'
import type { CommandOutcome } from '../../output/outcome.js'
import { wrongUsage } from '../../terminal/failure.js'
import { eachFile, requireFiles } from './files.js'
import { keepMemoryLow } from './keep-memory-low.js'
import type { PushInput } from './options.js'
import { openPushSession, pushFile } from './push-file.js'
import { sessionResult } from './push-result.js'
import { requireSafeRejects } from './rejects.js'
import { requireSavedMapping } from './saved-mapping.js'
import { watchResult } from './watch-result.js'

/** Pushes the files in order; a refusal of the service or of a file ends it, with its place kept. */
export async function push(input: PushInput, factory: Factory): Promise<CommandOutcome> {
  requireSense(input)
  requireNoLimit(factory.globals)
  await requireFiles(input.args, factory)
  await requireSafeRejects(input, factory.environment)
  const saved = input.mapping === undefined ? undefined : requireSavedMapping(input.mapping, factory)
  const session = await openPushSession({ ...input, saved }, factory)
  if (input.watch !== undefined) return watchResult(session, input.watch)
  const letMemoryGrow = await keepMemoryLow(input.args, factory.environment.cwd)
  try {
    for await (const file of eachFile(input.args, factory)) {
      await pushFile(session, file)
      if (factory.signal.aborted) break
    }
    return await sessionResult(session)
  } finally {
    letMemoryGrow()
  }
}

const SOURCE_HINT = 'Give --source with its id or name; `inpk sources list` lists them.'
const NEW_SOURCE_HINT = 'Give --source with the name of the source to create.'

function requireSense({ args, watch, check, create, source }: PushInput): void {
  if (watch === undefined && args.length === 0) throw wrongUsage('no file to push', 'Name one, or use - to read stdin.')
  if (source === undefined && !check) {
    throw wrongUsage('a push needs a source', create ? NEW_SOURCE_HINT : SOURCE_HINT)
  }
  if (watch !== undefined && args.length > 0) {
    const hint = `Leave out ${args[0]}: every file that is put into ${watch} is pushed.`
    throw wrongUsage(`--watch takes a folder alone, and no file besides`, hint)
  }
}
