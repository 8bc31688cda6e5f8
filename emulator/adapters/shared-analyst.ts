import type { CorpusRequest } from '../analysis/index.js'
import { type Analyst, threadAnalyst } from './analyst.js'

/** Opens analysts that have one thread between them. */
export type ShareAnalyst = () => Analyst

/**
 * One thread for all analysts that are opened here, as it reads the lexicons first, which takes longer than most analyses. It
 * stays for those to come: closing one drops its corpora, and ends the thread only if that works for no one else.
 */
export function sharedThread(open: () => Analyst = threadAnalyst): ShareAnalyst {
  let thread: Analyst | undefined
  let users = 0
  return () => {
    const corpora = new Set<number>()
    const waiting = new Set<(error: Error) => void>()
    let closed: Error | undefined
    users += 1
    const pass = (request: CorpusRequest): Promise<unknown> => {
      if (request.task === 'begin') corpora.add(request.corpus)
      if (request.task === 'drop') corpora.delete(request.corpus)
      thread ??= open()
      const result: Promise<unknown> = thread.ask(request)
      // It takes no time, so no one's closing has to end it.
      if (request.task === 'drop') return result
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        result.then(resolve, reject).finally(() => waiting.delete(reject))
      })
    }
    return {
      ask: (async (request: CorpusRequest) => {
        if (closed) throw closed
        return pass(request)
      }) as Analyst['ask'],
      async close() {
        if (closed) return
        closed = new Error('the emulator is closed')
        users -= 1
        const isWorking = waiting.size > 0
        for (const reject of waiting) reject(closed)
        if (isWorking && users === 0) {
          const ending = thread
          thread = undefined
          await ending?.close()
        } else for (const corpus of [...corpora]) pass({ task: 'drop', corpus }).catch(() => undefined)
      },
    }
  }
}

/** An analyst on the one thread of this process. */
export const shareAnalyst = sharedThread()
