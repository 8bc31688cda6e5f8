import type { JournalStore, RejectsFile } from '../../ingest/ports.js'
import type { PushClient } from '../../ingest/target.js'

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

/** A journal in memory, which ends with the command. */
export function createMemoryJournal(): JournalStore {
  const texts = new Map<string, string>()
  return {
    read: async (name) => texts.get(name),
    append: async (name, text) => void texts.set(name, (texts.get(name) ?? '') + text),
    write: async (name, text) => void texts.set(name, text),
    lock: async () => async () => {},
  }
}

/** A rejects file that is never written. */
export function discardOutput(): RejectsFile {
  return { write: async () => {}, close: async () => {} }
}
