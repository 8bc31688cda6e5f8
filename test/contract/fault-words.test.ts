import { expect, it } from 'vitest'
import { describeFault } from '../../src/contract/control/fault-words.js'
import type { FaultSetting } from '../../src/contract/control/faults.js'

const GET_ME = { operation: 'getMe', times: 1 } as const

it.each<[Omit<FaultSetting, 'operation' | 'times'>, string]>([
  [{ kind: 'status', status: 503 }, 'status 503'],
  [{ kind: 'status', status: 429, code: 'SLOW', retry_after: 5 }, 'status 429, SLOW, retry after 5 s'],
  [{ kind: 'latency', ms: 2050 }, 'latency 2,050 ms'],
  [{ kind: 'truncate', bytes: 10 }, 'truncate 10 bytes'],
  [{ kind: 'reorder', window: 3 }, 'reorder 3 deliveries'],
  [{ kind: 'limit', retry_after: 2 }, 'limit, retry after 2 s'],
  [{ kind: 'status', status: 200, body: null, headers: {} }, 'status 200, own body, own headers'],
  [{ kind: 'lost_answer' }, 'lost_answer'],
])('a fault %j is described with its units as %s', (setting, words) => {
  expect(describeFault({ ...GET_ME, ...setting })).toBe(words)
})
