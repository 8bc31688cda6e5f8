import { parentPort } from 'node:worker_threads'
import { type CorpusRequest, makeCorpora } from '../analysis/index.js'

/** What the thread is sent, and what it says of it: a result, or the name and message of what went wrong. */
export interface Sent {
  number: number
  request: CorpusRequest
}
export type Said = { number: number } & ({ result: unknown } | { fault: { name: string; message: string } })

// The entry of the thread that holds the corpora (`dist/analysis-thread.js`).
const perform = makeCorpora()
parentPort!.on('message', ({ number, request }: Sent) => {
  parentPort!.postMessage(answerTo(number, request))
})

function answerTo(number: number, request: CorpusRequest): Said {
  try {
    return { number, result: perform(request) }
  } catch (error) {
    const { name, message } = error as Error
    return { number, fault: { name, message } }
  }
}
