import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Transport } from '../../src/contract/wire.js'
import { runInpk } from '../cli/run-inpk.js'
import { recordSession } from '../truth/learn/session.js'
import type { Choices } from './choices.js'
import { liveLongDay } from './long-day.js'
import type { ForeignService } from './service.js'
import { createWorld, putFile } from './world.js'

/** By what `learn` goes. */
export const WAYS = ['description', 'session', 'probes'] as const
export type Way = (typeof WAYS)[number]

const WORDS: Record<Way, string[]> = {
  description: [],
  session: ['session.har'],
  probes: ['--probe-writes', '--yes'],
}

/** Brings requests to a service without a socket. */
export function transportOf(service: ForeignService): Transport {
  return async ({ method, url, headers = {}, body }) => {
    const { pathname, search } = new URL(url)
    const bytes = body === undefined ? {} : { body: Buffer.from(body as string) }
    const answer = service.handle({ method, path: pathname + search, headers, ...bytes })
    return { status: answer.status, headers: answer.headers, body: Buffer.from(JSON.stringify(answer.body)) }
  }
}

/** The facts file that `learn` writes of a service with something in it; undefined where it writes none. */
export async function learnFirst(choices: Choices, way: Way): Promise<string | undefined> {
  const world = createWorld(choices)
  const { service, folder } = world
  if (way === 'session') putFile(world, 'session.har', JSON.stringify(harOf(choices)))
  const transport = transportOf(service)
  const env = { INPK_API_KEY: service.keyWith('all'), INPK_BASE_URL: 'http://127.0.0.1:9', INPK_CONFIG_DIR: folder }
  try {
    const { code, stderr } = await runInpk(['learn', ...WORDS[way], '--quiet'], { cwd: folder, env, transport })
    if (code !== 0 && code !== 10 && code !== 11) throw new Error(`learn ended with ${code}: ${stderr}`)
    const file = join(folder, 'inpk.facts.yaml')
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A recorded session as a browser or a proxy saves it. */
function harOf(choices: Choices) {
  const entries = recordSession(choices, liveLongDay).map(({ method, path, query, sent, status, ...answer }) => ({
    startedDateTime: '2026-03-01T10:00:00.000Z',
    request: {
      method,
      url: `https://ingest.example.com${path}?${new URLSearchParams(query)}`.replace(/\?$/, ''),
      headers: [
        { name: 'authorization', value: 'Bearer …' },
        ...(sent ? [{ name: 'content-type', value: sent.type }] : []),
      ],
      ...(sent ? { postData: { mimeType: sent.type, text: sent.text } } : {}),
    },
    response: {
      status,
      headers: Object.entries(answer.responseHeaders).map(([name, value]) => ({ name, value })),
      content: { mimeType: 'application/json', text: JSON.stringify(answer.responseBody) },
    },
  }))
  return { log: { version: '1.2', entries } }
}
