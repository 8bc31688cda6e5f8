import { describe, expect, it } from 'vitest'
import { InDoubtError, UnreachableError } from '../../../src/client/errors.js'
import type { PushClient } from '../../../src/ingest/index.js'
import { createMemoryDisk, push, TARGET } from '../model/memory.js'
import { createService } from '../model/service.js'

const CSV = 'text\nfood\nnoise\n'
const ONE_FIELD = { path: 'a.csv', externalId: 'none' } as const
const BULK = { path: 'a.csv', externalId: 'none', fields: ['text=7', 'more=8'] } as const
const FIELDS = { ...TARGET, fields: [...TARGET.fields, { id: '8', text: 'More', acceptsText: true }] }
const DAY_MS = 24 * 60 * 60_000
const URL = { url: 'https://ingest.service.test' }

/** The client of a service whose pushes fail so. */
function failing(client: PushClient, failure: () => unknown): PushClient {
  const fail = async () => {
    throw failure()
  }
  return { ...client, pushContent: fail, pushBulk: fail }
}

describe.each([
  ['one field', CSV, ONE_FIELD, TARGET],
  ['several fields', 'text,more\nfood,noise\n', BULK, FIELDS],
])('a batch without ids whose request never left, to %s', (_, csv, options, target) => {
  it.each([
    ['no connection came about', () => new UnreachableError('refused', { ...URL, maybeSent: false })],
    ['a signal ended the wait for one', undefined],
  ])('is not in doubt a day later: %s', async (_, failure) => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': csv })
    const hard = new AbortController()
    const stop = () => {
      hard.abort(new Error('stopped'))
      return hard.signal.reason
    }
    const client = failing(service.client, failure ?? stop)
    await push(disk, service, options, { target, client, hardSignal: hard.signal }).catch(() => undefined)
    disk.now += DAY_MS
    service.now += DAY_MS
    expect(await push(disk, service, options, { target })).toMatchObject({ inserted: 2 })
  })

  it.each([
    ['an answer was lost', () => new InDoubtError('lost', { ...URL, ...nothingMore })],
    ['a connection broke', () => new UnreachableError('broken', { ...URL, maybeSent: true })],
  ])('is in doubt where it may have left: %s', async (_, failure) => {
    const service = createService()
    const disk = createMemoryDisk({ 'a.csv': csv })
    const pushed = push(disk, service, options, { target, client: failing(service.client, failure) })
    await expect(pushed).rejects.toThrow()
    disk.now += DAY_MS
    await expect(push(disk, service, options, { target })).rejects.toMatchObject({ name: 'InDoubtError' })
  })

  it('stays in doubt where an earlier request of it left', async () => {
    const service = createService({ after: () => Promise.reject(new Error('connection lost')) })
    const disk = createMemoryDisk({ 'a.csv': csv })
    await expect(push(disk, service, options, { target })).rejects.toThrow('connection lost')
    const client = failing(service.client, () => new UnreachableError('refused', { ...URL, maybeSent: false }))
    await expect(push(disk, service, options, { target, client })).rejects.toThrow('refused')
    disk.now += DAY_MS
    await expect(push(disk, service, options, { target })).rejects.toMatchObject({ name: 'InDoubtError' })
  })
})

const nothingMore = { idempotencyKey: undefined, status: undefined, requestId: undefined, hint: undefined }

it('an error with a status that is no answer of the service proves nothing', async () => {
  const service = createService({
    after: () => Promise.reject(Object.assign(new Error('a proxy of a library'), { status: 400, code: 'X' })),
  })
  const disk = createMemoryDisk({ 'a.csv': CSV })
  await expect(push(disk, service, ONE_FIELD)).rejects.toThrow('a proxy of a library')
  expect([...disk.journals.values()].join('')).not.toContain('"type":"refused"')
  disk.now += DAY_MS
  await expect(push(disk, service, ONE_FIELD)).rejects.toMatchObject({ name: 'InDoubtError' })
})
