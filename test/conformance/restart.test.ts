import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { openOrganization, organizationOf } from './organization.js'
import { makeReceiver, settle, signatureOf, subscribe } from './receiver.js'
import { bulkBody, feedbackOf, items, openScene, payloadOf, push } from './scene.js'
import { START, targetOf } from './target.js'
import { finishedTask } from './tasks.js'

/** The answers a digest is made of, whatever the order of their members. */
const valuesOf = (digest: string) => digest.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)))

describe('a restart', () => {
  it('keeps items, credits, keys, tasks, kept answers and what was due', async (context) => {
    if (process.env.INPK_CONFORMANCE_URL) context.skip('needs an emulator of its own')
    const skip = context.skip as never
    const dataDirectory = mkdtempSync(join(tmpdir(), 'inpk-restart-'))
    const receiver = makeReceiver()
    const options = {
      listen: false,
      clock: { mode: 'frozen' as const, now: START },
      dataDirectory,
      outbound: receiver.outbound,
    }
    let emulator: Emulator = await startEmulator(options)
    try {
      const before = await openOrganization(targetOf(emulator), skip)
      const scene = await openScene(before)
      const { secret } = await subscribe(before, ['content.pushed', 'analysis.completed'])
      const ask = { idempotencyKey: 'across', key: 'live.all' as const }
      receiver.otherwise = 503
      const first = await push(before, scene, ['Something that costs.', ...items(2)], ask)
      payloadOf(first)
      const { task_id } = payloadOf(
        await before.post('/content/push/bulk', bulkBody(scene, [[scene.longId, ['a']]])),
        202,
      )
      await finishedTask(before, task_id)
      await settle(before)
      const tried = receiver.received.length
      const digest = await before.digest()
      await emulator.close()

      emulator = await startEmulator(options)
      const org = organizationOf(targetOf(emulator), before.orgId, before.keys, skip)
      org.tasks.add(task_id)
      expect(valuesOf(await org.digest())).toEqual(valuesOf(digest))
      const replay = await push(org, scene, ['Something that costs.', ...items(2)], ask)
      expect([replay.text, replay.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
      expect((await push(org, scene, ['other'], ask)).status).toBe(409)
      expect(payloadOf(await push(org, scene, items(2)))).toMatchObject({ inserted: 0, duplicates: 2 })
      expect(await feedbackOf(org, scene)).toHaveLength(4)
      receiver.otherwise = 200
      await org.advance('70s')
      const later = receiver.received.slice(tried)
      expect(later.map((delivery) => delivery.json.event).sort()).toEqual([
        'analysis.completed',
        'content.pushed',
        'content.pushed',
      ])
      for (const { body, headers } of later) expect(headers['x-service-signature']).toBe(signatureOf(body, secret))
    } finally {
      await emulator.close()
      rmSync(dataDirectory, { recursive: true, force: true })
    }
  })
})
