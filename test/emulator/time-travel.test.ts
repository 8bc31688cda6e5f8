import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../any-text.js'
import {
  allItems,
  type Json,
  makePlace,
  type Place,
  pushBody,
  requireOk,
  type Service,
  startService,
} from './service.js'

const TEXT = anyText({ minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== '')
const OPERATION = fc.oneof(
  fc.record({ kind: fc.constant('push' as const), texts: fc.array(TEXT, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('group' as const), name: fc.constantFrom('Aa', 'Bb', 'Cc') }),
  fc.record({ kind: fc.constant('member' as const) }),
  fc.record({ kind: fc.constant('key' as const) }),
  fc.record({ kind: fc.constant('rules' as const) }),
  fc.record({ kind: fc.constant('advance' as const) }),
)
type Operation = typeof OPERATION extends fc.Arbitrary<infer T> ? T : never

/** Everything there is to see: the state but for the instance's name, and the items as the listing gives them. */
async function observe(service: Service) {
  await service.emulator.idle()
  const { state, items } = requireOk(await service.control('GET', '/export'))
  const { instance: _instance, ...organization } = state.organization
  return { state: { ...state, organization }, items, listing: await allItems(service) }
}

const lastSeq = async (service: Service): Promise<number> =>
  requireOk(await service.control('GET', '/log?limit=1')).items[0].seq

async function perform(service: Service, place: Place, operation: Operation): Promise<void> {
  const { call, control } = service
  if (operation.kind === 'push') {
    const content = operation.texts.map((text, index) => ({ text, external_id: `${index}`, customer_id: 'c' }))
    requireOk(await call('POST', '/content/push', pushBody(place, content)))
  }
  if (operation.kind === 'group') requireOk(await call('POST', '/survey_series/create', { name: operation.name }))
  if (operation.kind === 'member') requireOk(await control('POST', '/members', { name: 'Ada', email: 'a@b.c' }))
  if (operation.kind === 'key') {
    requireOk(await control('POST', '/keys', { label: 'k', environment: 'test', scope: 'push' }))
  }
  if (operation.kind === 'rules') requireOk(await control('PUT', '/analysis-rules', { items: [{ pattern: 'x' }] }))
  if (operation.kind === 'advance') requireOk(await control('POST', '/clock/advance', { by: '40s' }))
}

const RUNS = process.env.INPK_SOAK ? 1_000 : 12
const TIMEOUT_MS = process.env.INPK_SOAK ? 3_600_000 : 30_000

test(
  'a snapshot comes back exactly, whatever happened since: state, items, listing',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(OPERATION, { maxLength: 5 }), fc.array(OPERATION, { maxLength: 5 }), async (a, b) => {
        const service = await startService()
        const place = await makePlace(service)
        for (const each of a) await perform(service, place, each)
        const before = await observe(service)
        requireOk(await service.control('POST', '/snapshots', { name: 's' }))
        for (const each of b) await perform(service, place, each)
        requireOk(await service.control('POST', '/snapshots/s/restore'))
        expect(await observe(service)).toEqual(before)
        await service.emulator.close()
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)

test(
  'undo goes to every change exactly, also over another undo',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(OPERATION, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
        async (operations, jumps) => {
          const service = await startService()
          const place = await makePlace(service)
          const seen: { seq: number; shown: Json }[] = []
          const look = async () => {
            const shown = await observe(service)
            seen.push({ seq: await lastSeq(service), shown })
          }
          for (const operation of operations) {
            await perform(service, place, operation)
            await look()
          }
          for (const jump of jumps) {
            const { seq, shown } = seen[jump % seen.length]!
            requireOk(await service.control('POST', '/undo', { to: seq }))
            expect(await observe(service)).toEqual(shown)
            await perform(service, place, { kind: 'push', texts: [`after ${jump}`] })
            await look()
          }
          await service.emulator.close()
        },
      ),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)

test(
  'an exported organisation, imported into an empty emulator, is the same',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(OPERATION, { maxLength: 6 }), async (operations) => {
        const service = await startService()
        const place = await makePlace(service)
        for (const each of operations) await perform(service, place, each)
        const before = await observe(service)
        const file = requireOk(await service.control('GET', '/export'))
        const other = await startService()
        requireOk(await other.control('POST', '/import', file))
        expect(await observe(other)).toEqual(before)
        await Promise.all([service.emulator.close(), other.emulator.close()])
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)
