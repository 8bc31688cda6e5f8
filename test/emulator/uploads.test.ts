import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodeMultipart } from '../../src/client/request-body.js'
import { type Child, startChild, temporaryFolder } from './child.js'
import { exchange } from './crash-load.js'
import { type Json, makePlace, requireOk } from './service.js'

const ROWS = 8_000

const callAt = (child: Pick<Child, 'baseUrl' | 'apiKeys'>) => ({
  call: async (method: string, path: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${child.apiKeys.live.all}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    return exchange(
      `${child.baseUrl}/api/input${path}`,
      method,
      headers,
      body === undefined ? undefined : JSON.stringify(body),
    )
  },
})

async function control(child: Child, method: string, path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' }
  return requireOk(
    await exchange(`${child.dashboardUrl}/_emulator/orgs/1${path}`, method, headers, JSON.stringify(body)),
  )
}

async function until<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const value = await read()
    if (isDone(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('it does not come to that')
}

describe('kill -9', () => {
  it('in the middle of an upload without ids: it goes on after the start, each row is stored and charged once', async () => {
    const dataDirectory = temporaryFolder()
    let child = await startChild({ port: 0, dashboardPort: 0, dataDirectory })
    const { call } = callAt(child)
    const place = await makePlace({ call })
    const file = Buffer.from(`text\n${Array.from({ length: ROWS }, (_, index) => `row ${index} is four`).join('\n')}\n`)
    const members = { feedback_group_id: place.survey_series_id, source_id: place.survey_id, file }
    const { headers, body } = encodeMultipart(members, { fileName: 'a.csv', random: Math.random })
    const authorization = `Bearer ${child.apiKeys.live.all}`
    const queued = requireOk(
      await exchange(`${child.baseUrl}/feedback/upload`, 'POST', { ...headers, authorization }, body),
    )
    const taskAt = (at: Child) => async () =>
      requireOk(await callAt(at).call('GET', `/feedback/upload/${queued.task_id}`))
    await until(taskAt(child), (task) => task.progress > 5)
    await child.kill()
    // What nobody was told of, as a crash in the middle of receiving leaves it.
    const folder = join(dataDirectory, 'orgs/1/uploads')
    const kept = readdirSync(folder)
    writeFileSync(join(folder, 'upload-77'), 'half a file')
    child = await startChild({ port: 0, dashboardPort: 0, dataDirectory })
    expect([kept.length, readdirSync(folder).includes('upload-77')]).toEqual([1, false])
    const task: Json = await until(taskAt(child), ({ status }) => status === 'completed' || status === 'failed')
    expect(task.result).toMatchObject({ rows_read: ROWS, inserted: ROWS, duplicates: 0, rows_rejected: 0 })
    const groups = requireOk(await callAt(child).call('GET', '/surveys/list')).survey_series
    expect(groups[0].surveys[0].item_count).toBe(ROWS)
    const { credits } = requireOk(await callAt(child).call('GET', '/me'))
    expect(credits.used).toBe(task.result.aps_deducted)
    await until(
      async () => readdirSync(folder),
      (files) => files.length === 0,
    )
    const lines = readdirSync(join(dataDirectory, 'orgs/1/items')).filter((name) => name.endsWith('.jsonl'))
    const stored = lines.flatMap(
      (name) => readFileSync(join(dataDirectory, 'orgs/1/items', name), 'utf8').match(/row \d+ is/g) ?? [],
    )
    expect(new Set(stored).size).toBe(ROWS)
    await child.kill()
  })

  it('in the middle of a distribution: it is completed after the start, each mail is there once', async () => {
    const dataDirectory = temporaryFolder()
    let child = await startChild({ port: 0, dashboardPort: 0, dataDirectory })
    const place = await makePlace(callAt(child))
    const template = { subject: 'Hello', text: 'Hello {{survey_link}}', html: '<p>Hello</p>', variables: [] }
    await control(child, 'PUT', `/invite-templates/${place.survey_id}`, template)
    await control(child, 'PUT', '/sender-domain', { domain: 'mail.example.com', status: 'verified' })
    const recipients = Array.from({ length: 300 }, (_, index) => ({
      email: `${index % 3 ? 'p' : 'bounce'}${index}@example.com`,
    }))
    const sent = requireOk(await callAt(child).call('POST', `/sources/${place.survey_id}/invites`, { recipients }))
    await child.kill()
    child = await startChild({ port: 0, dashboardPort: 0, dataDirectory })
    const path = `/invites/${sent.invite_id}`
    const { call } = callAt(child)
    const done = await until(
      async () => requireOk(await call('GET', path)),
      ({ status }: Json) => status === 'completed',
    )
    expect(done.counts).toEqual({ total: 300, sent: 300, delivered: 200, bounced: 100, complained: 0 })
    const outbox = await exchange(`${child.dashboardUrl}/_emulator/orgs/1/outbox?limit=200&to=p`, 'GET', {})
    const to = requireOk(outbox).items.map((mail: Json) => mail.to)
    expect([to.length, new Set(to).size]).toEqual([200, 200])
    await child.kill()
  })
})
