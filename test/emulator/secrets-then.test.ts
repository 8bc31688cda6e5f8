import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sign } from '../../src/webhooks/index.js'
import { temporaryFolder } from './child.js'
import { requireOk, type Service, startService } from './service.js'

const HOOK = { url: 'http://127.0.0.1:9/', events: ['content.pushed'], local: true }

/** The secret a delivery is signed with now, among those that are known. */
async function signsWith(service: Service, sent: Sent[], known: Record<string, string>): Promise<string | undefined> {
  sent.length = 0
  requireOk(await service.control('POST', '/subscriptions/1/test'))
  await service.emulator.idle()
  const { signature, body } = sent[0]!
  return Object.keys(known).find((name) => sign(known[name]!, body) === signature)
}

interface Sent {
  signature: string
  body: Uint8Array
}

async function open(dataDirectory: string, sent: Sent[]): Promise<Service> {
  return startService({
    dataDirectory,
    outbound: async ({ headers, body }) => {
      sent.push({ signature: headers['X-Service-Signature']!, body })
      return { status: 200 }
    },
  })
}

const seqOf = async ({ control }: Service): Promise<number> =>
  requireOk(await control('GET', '/log?limit=1')).items[0].seq

test('undo brings back the webhook secret of then: of a deleted subscription, of one regenerated, also after a restart', async () => {
  const dataDirectory = temporaryFolder()
  const sent: Sent[] = []
  const first = await open(dataDirectory, sent)
  const { secret: born } = requireOk(await first.control('POST', '/subscriptions', HOOK))
  const afterBirth = await seqOf(first)
  const { secret: second } = requireOk(await first.control('POST', '/subscriptions/1/secret'))
  const known = { born, second }
  const afterSecond = await seqOf(first)
  expect((await first.control('DELETE', '/subscriptions/1')).status).toBe(204)
  await first.emulator.close()
  const service = await open(dataDirectory, sent)
  expect(requireOk(await service.control('POST', '/undo', { to: afterSecond })).new_secrets).toEqual([])
  expect(await signsWith(service, sent, known)).toBe('second')
  expect(requireOk(await service.control('POST', '/undo', { to: afterBirth })).new_secrets).toEqual([])
  expect(await signsWith(service, sent, known)).toBe('born')
  requireOk(await service.control('POST', '/reset'))
  await service.emulator.close()
  expect(() => readFileSync(`${dataDirectory}/orgs/1/secrets.json`)).toThrow('ENOENT')
})

test('an import says which subscriptions got a new secret: those it did not find here', async () => {
  const from = await startService()
  requireOk(await from.control('POST', '/subscriptions', HOOK))
  const file = requireOk(await from.control('GET', '/export'))
  expect(requireOk(await from.control('POST', '/import', file)).new_secrets).toEqual([])
  const other = await startService()
  expect(requireOk(await other.control('POST', '/import', file)).new_secrets).toEqual(['1'])
})
