import type { Baseline } from '../../src/explore/baseline.js'
import type { Disturbance, ObservedRequest, Run } from '../../src/explore/observed.js'

/** A request as the emulator would have seen it. */
export function request(members: Partial<ObservedRequest> = {}): ObservedRequest {
  return {
    organization: '1',
    operation: 'pushContent',
    method: 'POST',
    path: '/api/input/content/push',
    status: 200,
    arrivedMs: 0,
    answeredMs: 1,
    keyId: 'EMUaaaaaaa',
    idempotencyKey: undefined,
    retryAfter: undefined,
    body: '{"question":{"content":["one"]}}',
    answer: '{}',
    struck: [],
    ...members,
  }
}

/** A run that stored one item and ended well. */
export function run(members: Partial<Run> = {}): Run {
  const stored = new Map([['item "one"', 1]])
  return {
    exitCode: 0,
    ms: 100,
    requests: [request()],
    deliveries: [],
    atEnd: stored,
    settled: stored,
    stateOutput: undefined,
    stateCode: undefined,
    missed: [],
    lastWords: [],
    ...members,
  }
}

export const BASELINE: Baseline = {
  recorded: run(),
  stateOutput: undefined,
  settled: new Map([['item "one"', 1]]),
  endsSettled: true,
  isDrawn: false,
  longestMs: 100,
}

/** Something done to the first push. */
export function disturbance(members: Partial<Disturbance> = {}): Disturbance {
  return { kind: 'response-lost', organization: '1', operation: 'pushContent', nth: 0, index: 0, ...members }
}
