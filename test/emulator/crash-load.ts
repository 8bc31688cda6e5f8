import { Agent, request } from 'node:http'
import type { ChildService } from './child.js'
import { type Answer, bulkBody, type Json, type Place, pushBody, readAnswer } from './service.js'

/** One request a client makes, with what must be found later if it was carried out. */
export interface Intent {
  path: string
  body: Json
  idempotencyKey: string
  /** Texts it inserts, each unique in the whole run. */
  texts: string[]
  /** Name of the group it creates. */
  group?: string
  /** `source_reference` that its content.pushed event carries. */
  reference?: string
  /** What came back; missing where the connection broke before. */
  answer?: Answer
}

/** Sends an intent; resolves without an answer where none came. */
async function sendIntent(
  { baseUrl, apiKeys }: ChildService,
  intent: Intent,
  agent?: Agent,
): Promise<Answer | undefined> {
  const { path, body, idempotencyKey } = intent
  const headers = {
    authorization: `Bearer ${apiKeys.live.all}`,
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
  }
  return exchange(`${baseUrl}/api/input${path}`, 'POST', headers, JSON.stringify(body), agent).catch(() => undefined)
}

/** One exchange over a socket. */
export function exchange(
  url: string,
  method: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array,
  agent?: Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: agent ?? false }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => {
        const named = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        if (response.complete) resolve(readAnswer(response.statusCode ?? 0, Object.fromEntries(named), text))
        else reject(new Error('the answer was cut off'))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Some clients that send one request after the other until the emulator is gone; all they sent, with what came back. */
export async function load(child: ChildService, clients: number, next: () => Intent): Promise<Intent[]> {
  const sent: Intent[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const work = async () => {
    for (;;) {
      const intent = next()
      sent.push(intent)
      const answer = await sendIntent(child, intent, agent)
      if (!answer) return
      intent.answer = answer
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  agent.destroy()
  return sent
}

/** Intents without end: pushes with and without external ids, bulk tasks and small synchronous ones, groups. */
export function intents(place: Place, pick: (limit: number) => number): () => Intent {
  let count = 0
  return () => {
    count += 1
    const reference = `ref-${count}`
    const texts = Array.from({ length: 1 + pick(8) }, (_, index) => `text ${count}.${index} ${'x'.repeat(pick(200))}`)
    const named = texts.map((text, index) => ({ text, external_id: `id-${count}-${index}` }))
    const base = { idempotencyKey: `key-${count}`, texts, reference }
    const members = { source_reference: reference }
    switch (pick(5)) {
      case 0:
        return { ...base, path: '/content/push', body: pushBody(place, texts, members) }
      case 1:
        return { ...base, path: '/content/push', body: pushBody(place, named, members) }
      case 2:
        return { ...base, path: '/content/push/bulk', body: bulkBody(place, texts, members) }
      case 3:
        return { ...base, path: '/content/push/bulk', body: bulkBody(place, named, { ...members, sync: true }) }
      default: {
        const name = `Group ${count}`
        return {
          path: '/survey_series/create',
          body: { name },
          idempotencyKey: base.idempotencyKey,
          texts: [],
          group: name,
        }
      }
    }
  }
}
