import { describe, expect, it } from 'vitest'
import type { Outbound } from '../../emulator/index.js'
import { createFullDisk } from './full-disk.js'
import {
  allItems,
  bulkBody,
  type Json,
  makePlace,
  type Place,
  pushBody,
  type Service,
  startService,
} from './service.js'

/** Every early write and some later ones; all of them with INPK_SOAK. */
const POINTS = Array.from({ length: 200 }, (_, index) => index + 1).filter(
  (point) => process.env.INPK_SOAK !== undefined || point <= 24 || point % 24 === 0,
)

/** What the service said yes to, to be found again later. */
interface Promised {
  texts: string[]
  groups: string[]
  tasks: string[]
  answers: { path: string; body: unknown; idempotencyKey: string; json: Json }[]
}

describe('a disk that is full', () => {
  it('at any write: a 5xx envelope, never a false yes; with room again it goes on without a restart', async () => {
    for (const point of POINTS) await fillUpAt(point)
  }, 300_000)

  it('nothing that was not acknowledged is shown while the disk is full', async () => {
    const { disk, service, place } = await startOnDisk()
    disk.room = 0
    expect((await service.call('POST', '/content/push', pushBody(place, ['lost']))).status).toBe(500)
    expect((await service.call('GET', '/feedback')).status).toBe(500)
    disk.room = Number.POSITIVE_INFINITY
    expect(await allItems(service)).toEqual([])
  })

  it('the refusal names the fault of the disk and says what to do', async () => {
    const { disk, service, place } = await startOnDisk()
    disk.room = 0
    const { json } = await service.call('POST', '/content/push', pushBody(place, ['lost']))
    expect(json.error).toMatchObject({ code: 'INTERNAL_ERROR', message: expect.stringMatching(/ENOSPC.*free space/) })
    const control = await service.control('POST', '/members', { name: 'Ada', email: 'ada@example.com' })
    expect(control.json.error).toMatchObject({ message: expect.stringMatching(/ENOSPC.*free space/) })
  })

  it('requests that shared the failed write all hear of it', async () => {
    const { disk, service, place } = await startOnDisk()
    disk.room = 1
    const pushes = Array.from({ length: 20 }, (_, index) =>
      service.call('POST', '/content/push', pushBody(place, [`item ${index}`])),
    )
    const answers = await Promise.all(pushes)
    disk.room = Number.POSITIVE_INFINITY
    const kept = (await allItems(service)).map((item) => item.text)
    for (const [index, { status }] of answers.entries()) {
      expect([200, 500]).toContain(status)
      if (status === 200) expect(kept).toContain(`item ${index}`)
    }
    expect(answers.some(({ status }) => status === 500)).toBe(true)
  })

  it('work that was due when the disk was full is done once there is room', async () => {
    const sent: string[] = []
    const outbound = async ({ body }: { body: Uint8Array }) => {
      sent.push(Buffer.from(body).toString())
      return { status: 200 }
    }
    const { disk, service, place } = await startOnDisk(outbound)
    const hook = { url: 'https://127.0.0.1:9/hook', events: ['analysis.completed'] }
    await service.control('POST', '/subscriptions', hook)
    await service.call('POST', '/content/push', pushBody(place, ['Fine.']))
    disk.room = 0
    expect((await service.control('POST', '/clock/advance', { by: '5s' })).status).toBe(500)
    disk.room = Number.POSITIVE_INFINITY
    expect((await service.control('POST', '/clock/advance', { by: '5s' })).status).toBe(200)
    expect(sent.map((body) => JSON.parse(body).event)).toEqual(['analysis.completed'])
    expect((await service.call('GET', `/sources/${place.survey_id}/analysis`)).json.item_count).toBe(1)
  })

  it('a start that failed at any write is made up for by the next start', async () => {
    for (let point = 0; ; point += 1) {
      const disk = createFullDisk()
      disk.room = point
      const failed = await startService({ files: disk }).then(
        ({ emulator }) => emulator.close(),
        () => 'failed',
      )
      disk.room = Number.POSITIVE_INFINITY
      const service = await startService({ files: disk })
      expect((await service.call('GET', '/me')).json.org_id).toBe(1)
      await service.emulator.close()
      if (failed === undefined && point > disk.writes / 2) return
    }
  })
})

async function startOnDisk(outbound?: Outbound) {
  const disk = createFullDisk()
  const service = await startService({ files: disk, ...(outbound ? { outbound } : {}) })
  return { disk, service, place: await makePlace(service) }
}

/** Works until the disk is full at the `point`-th write, makes room, and looks for everything that was promised. */
async function fillUpAt(point: number): Promise<void> {
  const { disk, service, place } = await startOnDisk(async () => ({ status: 200 }))
  await service.control('POST', '/subscriptions', { url: 'https://127.0.0.1:9/hook', events: ['content.pushed'] })
  const promised: Promised = { texts: [], groups: [], tasks: [], answers: [] }
  disk.room = point
  let [failures, step] = [0, 0]
  for (; failures < 4; step += 1) failures += await workOnce(service, place, step, promised)
  disk.room = Number.POSITIVE_INFINITY
  expect(await workOnce(service, place, step, promised)).toBe(0)
  await checkPromises(service, promised)
  await service.emulator.close()
  const again = await startService({ files: disk })
  await checkPromises(again, promised)
  await again.emulator.close()
}

/** One request of each kind; a refused one must be a 5xx envelope, and is sent again with its key later. */
async function workOnce(service: Service, place: Place, step: number, promised: Promised): Promise<number> {
  const requests: [string, unknown, (json: Json) => void][] = [
    ['/content/push', pushBody(place, [`plain ${step}`]), () => promised.texts.push(`plain ${step}`)],
    ['/survey_series/create', { name: `Group ${step}` }, (json) => promised.groups.push(json.survey_series_id)],
    ['/content/push/bulk', bulkBody(place, [`bulk ${step}`]), (json) => promised.tasks.push(json.task_id)],
  ]
  let failures = 0
  for (const [path, body, keep] of requests) {
    const idempotencyKey = `${path}/${step}`
    const answer = await service.call('POST', path, body, { idempotencyKey })
    if (answer.status >= 500) {
      failures += 1
      expect([answer.status, answer.json?.error?.code]).toEqual([500, 'INTERNAL_ERROR'])
      continue
    }
    expect(answer.status, answer.text).toBeLessThan(300)
    promised.answers.push({ path, body, idempotencyKey, json: answer.json })
    keep(answer.json)
  }
  return failures
}

async function checkPromises(service: Service, promised: Promised): Promise<void> {
  await service.emulator.idle()
  for (const { path, body, idempotencyKey, json } of promised.answers) {
    const again = await service.call('POST', path, body, { idempotencyKey })
    expect([again.json, again.headers['idempotent-replayed']]).toEqual([json, 'true'])
  }
  for (const id of promised.tasks) {
    expect((await service.call('GET', `/content/push/bulk/${id}`)).json.status).toBe('completed')
  }
  const texts = (await allItems(service)).map((item) => item.text)
  expect(texts).toEqual(expect.arrayContaining(promised.texts))
  expect(new Set(texts).size).toBe(texts.length)
  const listed = (await service.call('GET', '/surveys/list?limit=200')).json.survey_series
  expect(listed.map((group: Json) => group.survey_series_id)).toEqual(expect.arrayContaining(promised.groups))
}
