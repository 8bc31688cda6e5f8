import { expect, test } from 'vitest'
import { startEmulator } from '../../emulator/index.js'
import { createClient } from '../../src/client/index.js'

test.each(['fields', 'members', 'columns', 'pairs', 'parts'])(
  'an upload that names its columns by %s',
  async (form) => {
    const facts = {
      'behaviour:upload-mapping': { form, field: 'question' },
      'body:uploadFeedback': { names: { file: 'document', mapping: 'columns', survey_id: 'sourceId' } },
    }
    const emulator = await startEmulator({ listen: false, facts })
    try {
      const settings = {
        baseUrl: emulator.baseUrl,
        apiKey: emulator.apiKeys.test.all,
        transport: emulator.handle,
        facts,
      }
      const client = createClient(settings)
      const group = await client.createGroup({ body: { name: 'Support' } })
      const { survey_series_id } = group
      const questions = [{ type: 'TEXT', question_text: 'Why?' } as const]
      const source = await client.createSource({ body: { survey_series_id, survey_title: 'T', questions } })
      const { survey_id } = source
      await client.publishSource({ body: { survey_id } })
      const mapping = { fields: { [source.questions[0]!.question_id]: 'Comment' }, external_id: 'ID' }
      const file = new TextEncoder().encode('ID,Comment\nt1,Fine\nt2,Slow\n')
      await client.uploadFeedback({ body: { file, survey_series_id, survey_id, mapping }, fileName: 'a.csv' })
      await emulator.idle()
      const { items } = await client.listFeedback()
      expect(items.map(({ text, external_id }) => [text, external_id])).toEqual([
        ['Fine', 't1'],
        ['Slow', 't2'],
      ])
    } finally {
      await emulator.close()
    }
  },
)
