import { styleOf } from '../../cli/screen.js'
import { outputFormat } from '../../output/format.js'
import type { ListResult, StreamResult } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { printable } from '../../terminal/printable.js'
import { wrapMessage } from '../../terminal/width.js'
import { keepMemoryLow } from './keep-memory-low.js'
import { type PushSession, pushFile } from './push-file.js'
import { resultOf } from './push-result.js'
import { watchedText } from './summary-view.js'
import { type WatchedPush, watchFolder } from './watch-folder.js'

/** Watches a folder. What each file came to is printed as soon as it is pushed, so that a watcher that is killed has printed all it did. */
export function watchResult(session: PushSession, folder: string): ListResult | StreamResult {
  const { factory } = session
  const { globals, environment } = factory
  const format = outputFormat(globals)
  const isSeen = format === 'table' && environment.stdout.isTerminal
  let late = 0
  async function* watched(): AsyncGenerator<WatchedPush> {
    const letMemoryGrow = await keepMemoryLow([], environment.cwd)
    const onEnd = (count: number) => {
      late = count
    }
    try {
      for await (const pushed of watchFolder(folder, factory, (file) => pushFile(session, file), onEnd)) {
        // It is printed now, and the list would grow for as long as the folder is watched.
        session.summaries.length = 0
        if (!isSeen) await factory.screen.note(watchedText(pushed))
        yield pushed
      }
    } finally {
      letMemoryGrow()
    }
  }
  async function* rows() {
    for await (const { file, summary } of watched()) yield { file, ...resultOf(summary, false) }
  }
  async function* lines() {
    const { tableWidth } = await styleOf(environment, globals, environment.stdout)
    for await (const pushed of watched())
      yield `${wrapMessage(printable(watchedText(pushed, globals.quiet)), tableWidth)}\n`
  }
  const outcome =
    format === 'table'
      ? { chunks: lines() }
      : { rows: rows(), columns: [], ...(format === 'ndjson' && { endless: true as const }) }
  // It is known once all is printed.
  return Object.defineProperty(outcome, 'exitCode', { get: () => (late > 0 ? EXIT.partlyDone : undefined) })
}
