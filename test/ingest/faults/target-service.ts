import type { Emulator } from '../../../emulator/index.js'
import { type Client, createClient } from '../../../src/client/index.js'
import type { Transport } from '../../../src/contract/wire.js'
import type { PushTarget } from '../../../src/ingest/index.js'
import { createVirtualClock } from '../../client/virtual-clock.js'

/** A client of an emulator whose requests go through `transport`, in virtual time. */
export function clientOn({ baseUrl, apiKeys }: Emulator, transport: Transport): Client {
  const settings = { baseUrl, apiKey: apiKeys.live.all, transport, retries: 2, force: true }
  return createClient({ ...settings, clock: createVirtualClock(Date.now()) })
}

/** A published source with so many text fields. */
export async function createTarget(client: Client, fields: number): Promise<PushTarget> {
  const { survey_series_id: groupId } = await client.createGroup({ body: { name: `Group ${Math.random()}` } })
  const questions = Array.from({ length: fields }, (_, index) => ({
    type: 'DEPTH_TEXT' as const,
    question_text: `Q${index}`,
  }))
  const body = { survey_series_id: groupId, survey_title: 'Source', questions }
  const source = await client.createSource({ body })
  await client.publishSource({ body: { survey_id: source.survey_id } })
  const made = source.questions.map((each) => ({ id: each.question_id, text: each.question_text, acceptsText: true }))
  return { groupId, sourceId: source.survey_id, fields: made, keyId: 'EMULIVE000' }
}

/** All texts of a source, sorted. */
export async function storedTexts(client: Client, sourceId: string): Promise<string[]> {
  const texts: string[] = []
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
    const query = { survey_id: sourceId, limit: 200, ...(cursor ? { cursor } : {}) }
    const page = await client.listFeedback({ query })
    texts.push(...page.items.map(({ text }) => text))
    cursor = page.pagination.next_cursor
  }
  return texts.sort()
}

/** Micro-APS used so far this month. */
export async function used(client: Client): Promise<number> {
  const { credits } = await client.getMe()
  return Math.round(credits!.used! * 1e6)
}

/** What pushing these texts costs. */
export const microAps = (texts: readonly string[]) =>
  texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 4), 0) * 1_000
