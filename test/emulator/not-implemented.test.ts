import { expect, it } from 'vitest'
import { CONTROL_NOT_IMPLEMENTED } from '../../emulator/control/index.js'
import { startEmulator } from '../../emulator/index.js'
import { NOT_IMPLEMENTED } from '../../emulator/operations/index.js'
import { CONTROL_PREFIX, controlRowOf } from '../../src/contract/control/index.js'
import { rowOf } from '../../src/contract/operations/index.js'

it('operations whose handler is still to come answer 501 NOT_IMPLEMENTED, and are listed here', async () => {
  const emulator = await startEmulator({ listen: false })
  const authorization = `Bearer ${emulator.apiKeys.test.all}`
  for (const id of NOT_IMPLEMENTED) {
    const { method, path } = rowOf(id).routes[0]
    const url = `${emulator.baseUrl}/api/input${path.replace('{id}', '1')}`
    const type = rowOf(id).media ?? 'application/json'
    const headers = { authorization, 'content-type': type }
    const answer = await emulator.handle({ method, url, headers, ...(method === 'GET' ? {} : { body: 'anything' }) })
    expect([id, answer.status, codeOf(answer.body)]).toEqual([id, 501, 'NOT_IMPLEMENTED'])
  }
  for (const id of CONTROL_NOT_IMPLEMENTED) {
    const { method, path, body } = controlRowOf(id)
    const url = `${emulator.dashboardUrl}${CONTROL_PREFIX}${path.replace('{org_id}', '1').replaceAll(/\{\w+\}/g, '1')}`
    const answer = await emulator.handle({ method, url, headers: {}, ...(body ? { body: '{}' } : {}) })
    expect([id, answer.status, codeOf(answer.body)]).toEqual([id, 501, 'NOT_IMPLEMENTED'])
  }
  console.info(`not implemented yet: ${[...NOT_IMPLEMENTED, ...CONTROL_NOT_IMPLEMENTED].join(', ')}`)
  await emulator.close()
})

function codeOf(body: Uint8Array): unknown {
  return JSON.parse(Buffer.from(body).toString()).error.code
}
