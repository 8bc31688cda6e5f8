import type { Analyst } from '../../emulator/adapters/analyst.js'
import { type CorpusRequest, makeCorpora } from '../../emulator/analysis/index.js'

/** Corpora without a thread; `before` is awaited ahead of each request, so that a test can hold one open. */
export function corporaHere(before: (request: CorpusRequest) => Promise<void> | void = () => {}): Analyst {
  const perform = makeCorpora()
  let last: Promise<unknown> = Promise.resolve()
  let close = () => {}
  const closed = new Promise<never>((_, reject) => {
    close = () => reject(new Error('the emulator is closed'))
  })
  closed.catch(() => undefined)
  const ask = async (request: CorpusRequest) => {
    const result = last.then(async () => {
      await Promise.race([before(request), closed])
      return perform(request)
    })
    last = result.catch(() => undefined)
    return result
  }
  return { ask: ask as Analyst['ask'], close: async () => close() }
}
