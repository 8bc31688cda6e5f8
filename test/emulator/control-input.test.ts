import { expect, test } from 'vitest'
import { startService } from './service.js'

test('what the control API does not know is refused, also where a row takes nothing at all', async () => {
  const { control } = await startService()
  const refused = async (method: string, path: string, body?: unknown) => {
    const { status, json } = await control(method, path, body)
    return [status, Object.keys(json?.error?.details ?? {})]
  }
  expect(await refused('GET', '/snapshots?nmae=x')).toEqual([400, ['nmae']])
  expect(await refused('GET', '/log?limit=1&colour=red')).toEqual([400, ['colour']])
  expect(await refused('POST', '/reset', { to: 1 })).toEqual([400, ['to']])
  expect(await refused('POST', '/reset', {})).toEqual([200, []])
  expect(await refused('GET', '/diff?since=1&snapshot=one')).toEqual([400, ['since']])
})
