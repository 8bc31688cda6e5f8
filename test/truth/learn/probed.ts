import type { JsonObject } from '../../../src/base/is-object.js'
import { type Probed, probe } from '../../../src/truth/learn/probe/probe.js'
import type { ProbeRequest } from '../../../src/truth/learn/probe/probe-requests.js'
import type { Choices } from '../../foreign/choices.js'
import type { ForeignService } from '../../foreign/service.js'
import { createWorld } from '../../foreign/world.js'

export const NOW = Date.parse('2026-03-01T10:00:00.000Z')

/** Probes a service with something in it, without a socket; `described`: its description is evidence, too. */
export async function probed(
  choices: Choices,
  {
    described = true,
    writes = true,
    groups = 0,
    withDescription = (description) => description,
    withPath = (path) => path,
  }: {
    described?: boolean
    writes?: boolean
    /** How many more of them there are. */
    groups?: number
    withDescription?: (description: JsonObject) => JsonObject
    /** The path and query that the service is asked by; undefined if it refuses them. */
    withPath?: (path: string) => string | undefined
  } = {},
): Promise<Probed & { service: ForeignService; sent: ProbeRequest[] }> {
  const { service } = createWorld(choices, { now: () => NOW })
  for (let id = 1; id <= groups; id += 1)
    service.state.groups.push({ id: 10_000 + id, name: `Group ${id}`, createdAt: 0 })
  const sent: ProbeRequest[] = []
  const documents = described
    ? [{ root: withDescription(service.describe()), from: { from: 'openapi.json', kind: 'description' as const } }]
    : []
  const result = await probe(
    { documents, traffic: [] },
    {
      writes,
      now: NOW,
      send: async (request) => {
        sent.push(request)
        const path = withPath(request.path)
        if (path === undefined) return { status: 422, headers: {}, body: Buffer.from('{"error":{"code":"INVALID"}}') }
        const answer = service.handle({
          method: request.method,
          path,
          headers: request.anonymous
            ? (request.headers ?? {})
            : {
                authorization: `Bearer ${service.keyWith('all')}`,
                'content-type': 'application/json',
                ...request.headers,
              },
          ...(request.body === undefined ? {} : { body: Buffer.from(request.body) }),
        })
        return { status: answer.status, headers: answer.headers, body: Buffer.from(JSON.stringify(answer.body)) }
      },
    },
  )
  return { ...result, service, sent }
}
