import type { SeenExchange } from '../../../src/truth/learn/evidence/evidence.js'
import { type Learned, learn } from '../../../src/truth/learn/learn.js'
import { factsOf } from '../../../src/truth/learn/verdicts.js'
import { type Described, documentOf } from './document.js'

/** One request and its answer in few words: `GET /api/input/me?limit=2`. */
export function seen(
  request: string,
  answer: unknown,
  { status = 200, body, ...more }: { status?: number; body?: unknown } & Partial<SeenExchange> = {},
): SeenExchange {
  const [method = '', target = ''] = request.split(' ')
  const { pathname, searchParams } = new URL(target, 'http://service')
  return {
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    ...(body === undefined ? {} : { requestBody: body }),
    status,
    responseHeaders: {},
    ...(answer === undefined ? {} : { responseBody: answer }),
    ...more,
  }
}

export function learnSeen(exchanges: readonly SeenExchange[], described: readonly Described[] = []): Learned {
  return learn({
    documents:
      described.length === 0
        ? []
        : [{ root: documentOf(described), from: { from: 'openapi.json', kind: 'description' } }],
    traffic: [{ exchanges, from: { from: 'session.har', kind: 'traffic' } }],
  })
}

/** The facts that are learned from these exchanges, by assumption. */
export function factsSeen(
  exchanges: readonly SeenExchange[],
  described: readonly Described[] = [],
): Record<string, Record<string, unknown>> {
  return factsOf(learnSeen(exchanges, described).verdicts)
}
