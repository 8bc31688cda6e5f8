import type { Factory } from './factory.js'
import { openTransport, unrecorded } from './transport.js'

const ANSWER_BYTES = 64 * 1024
const TIMEOUT_MS = 3_000

/** What `/_emulator/health` says; the API host answers it, without a key (contract.md section 1). */
export interface Health {
  status: 'ok'
  version: string
  pid: number
  clock: unknown
}

/** The health of the emulator at a base URL; undefined if none answers there. Rejects when the command is asked to stop. */
export async function findHealth(factory: Factory, baseUrl: string): Promise<Health | undefined> {
  const transport = openTransport(unrecorded(factory), ANSWER_BYTES)
  try {
    const url = new URL('/_emulator/health', baseUrl).href
    const answer = await transport({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
    })
    const health = JSON.parse(new TextDecoder().decode(answer.body)) as Health
    return answer.status === 200 && health.status === 'ok' ? health : undefined
  } catch {
    factory.signal.throwIfAborted()
    return undefined
  }
}
