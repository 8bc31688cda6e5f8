import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type CorpusRequest, type CorpusTask, type CorpusWork, LostCorpusError } from '../analysis/index.js'
import type { Said, Sent } from './analysis-thread.js'

/** Does what is asked with corpora, one request after another in the order asked. */
export interface Analyst {
  /** Rejects with LostCorpusError if the corpus was lost and must be built again from the items. */
  ask<Task extends CorpusTask>(request: Extract<CorpusRequest, { task: Task }>): Promise<CorpusWork[Task]['result']>
  /** Rejects whatever is still asked. */
  close(): Promise<void>
}

/** From dist/ and from its chunks, and from the sources, to where build.js lays the thread's file. */
const PLACES = ['./analysis-thread.js', '../analysis-thread.js', '../../dist/analysis-thread.js']

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

/**
 * Corpora on a thread of their own, which starts with the first request; nothing is kept alive for it while no one waits. Where
 * the thread ends by itself, what it held is lost, and the next request starts another.
 */
export function threadAnalyst(open: () => Worker = openThread): Analyst {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let last = 0
  let closed = false
  const lose = (from: Worker, error: Error) => {
    if (thread !== from) return
    thread = undefined
    const lost = [...waiting.values()]
    waiting.clear()
    for (const { reject } of lost) reject(error)
  }
  const begin = (): Worker => {
    if (closed) throw new Error('no texts can be analysed: the emulator is closed')
    const begun = open()
    begun.on('message', (said: Said) => {
      const waits = waiting.get(said.number)
      waiting.delete(said.number)
      if (waiting.size === 0) begun.unref()
      if (waits) settle(waits, said)
    })
    begun.on('error', (error) => lose(begun, new LostCorpusError(`the analysis ended: ${error.message}`)))
    begun.on('messageerror', (error) => {
      // No one knows which answer it was.
      lose(begun, new LostCorpusError(`a response of the analysis could not be read: ${error.message}`))
      void begun.terminate()
    })
    begun.on('exit', () => lose(begun, new LostCorpusError('the analysis ended')))
    return begun
  }
  return {
    async ask(request) {
      thread ??= begin()
      last += 1
      const sent: Sent = { number: last, request }
      thread.postMessage(sent)
      thread.ref()
      return new Promise((resolve, reject) => {
        waiting.set(sent.number, { resolve: resolve as Waiting['resolve'], reject })
      })
    },
    async close() {
      closed = true
      const ending = thread
      if (!ending) return
      lose(ending, new Error('the emulator is closed'))
      await ending.terminate()
    },
  }
}

function openThread(): Worker {
  const place = PLACES.map(pathOf).find((path) => existsSync(path))
  if (place === undefined) throw new Error('no texts can be analysed: the emulator is not built')
  return new Worker(place, { execArgv: [] })
}

function settle({ resolve, reject }: Waiting, said: Said): void {
  if ('result' in said) resolve(said.result)
  else
    reject(
      said.fault.name === 'LostCorpusError' ? new LostCorpusError(said.fault.message) : new Error(said.fault.message),
    )
}

function pathOf(place: string): string {
  return fileURLToPath(new URL(place, import.meta.url))
}
