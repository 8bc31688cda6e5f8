import { expect, test } from 'vitest'
import { startService } from './service.js'

const BASE64 = { 'behaviour:upload-file': { as: 'base64' } }

test.each([
  BASE64,
  { ...BASE64, 'behaviour:upload-mapping': { form: 'members' } },
  { ...BASE64, 'behaviour:upload-mapping': { form: 'flat' } },
  { 'body:eraseFeedback': { names: { external_ids: 'ids.external' } } },
])('a body that is no object is refused, however the facts have it: %j (ERR-1)', async (facts) => {
  const isForm = !('behaviour:upload-file' in facts)
  const { call } = await startService({ facts: facts as never })
  for (const path of ['/feedback/upload', '/survey_series/create', '/content/push/bulk', '/feedback/erase']) {
    for (const body of [null, [], 'x', 1, [null]]) {
      const { status } = await call('POST', path, body)
      expect([path, body, status]).toEqual([path, body, isForm && path.endsWith('upload') ? 415 : 400])
    }
  }
})
