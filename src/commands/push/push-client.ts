import { clientSettings } from '../../cli/client.js'
import type { Factory } from '../../cli/factory.js'
import { hearWaits, type Wait } from '../../cli/waits.js'
import { createClient } from '../../client/index.js'
import type { PushClient } from '../../ingest/target.js'

/** The client of a push: a first Ctrl-C does not end its requests, for the batches in flight finish. `hear` is told of its waits. */
export async function openPushClient(factory: Factory, hear: (wait: Wait) => void): Promise<PushClient> {
  // Before the progress is drawn, over which nobody could be asked.
  await factory.confirmService()
  const unsignalled = { ...factory, signal: new AbortController().signal }
  const settings = clientSettings(unsignalled, await factory.settings())
  return createClient({ ...settings, ...hearWaits(settings, hear) })
}

/** A client that sends nothing and answers as if everything were new. */
export function createDryClient(): PushClient {
  const counts = (content: readonly unknown[]) => ({
    inserted: content.length,
    duplicates: 0,
    rows_accepted: content.length,
  })
  return {
    async pushContent({ body }) {
      const { survey_series_id, survey_id, question } = body!
      const { question_id, content } = question
      return { survey_series_id, survey_id, question_id, ...counts(content), aps_deducted: 0 }
    },
    async pushBulk({ body }) {
      const { survey_series_id, survey_id, questions } = body!
      const results = questions.map(({ question_id, content }) => ({
        question_id,
        status: 'accepted' as const,
        ...counts(content),
      }))
      const all = questions.flatMap(({ content }) => content)
      return { survey_series_id, survey_id, status: 'completed', results, ...counts(all), aps_deducted: 0 }
    },
    async getTask() {
      throw new Error('a dry run has no tasks')
    },
  }
}
