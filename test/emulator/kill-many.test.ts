import { expect, it } from 'vitest'
import { startMany, type Told, temporaryFolder } from './child.js'
import { checkReplays, exchange, type Intent, intents, load, seededNumbers } from './crash-load.js'
import { allItems, makePlace, requireOk } from './service.js'

const SEED = Number(process.env.INPK_SEED ?? 20260305)
/** So many at once in a process, which makes a kill cheap; each has its own data, and none knows of the others. */
const EMULATORS = process.env.INPK_SOAK ? 25 : 4
const ROUNDS = process.env.INPK_SOAK ? 400 : 1
/** Once in so many rounds all that is stored is counted. */
const COUNT_EVERY = 40

/** An emulator that is killed again and again, with all that was ever asked of it. */
interface Victim {
  dataDirectory: string
  next: () => Intent
  done: Intent[]
}

it(`${EMULATORS * ROUNDS} times kill -9 of an emulator in the middle of pushes: every start is clean, what was acknowledged is kept, and no key inserts twice (A4, seed ${SEED})`, async () => {
  const pick = seededNumbers(SEED)
  const victims = await openVictims(pick)
  let unanswered = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    const running = await startAll(victims)
    const loading = running.emulators.map((told, index) => load(told, 2, victims[index]!.next))
    await new Promise((resolve) => setTimeout(resolve, 20 + pick(120)))
    await running.kill()
    const sent = await Promise.all(loading)
    unanswered += sent.flat().filter(({ answer }) => !answer).length
    const again = await startAll(victims)
    for (const [index, told] of again.emulators.entries()) {
      await checkReplays(told, sent[index]!)
      victims[index]!.done.push(...sent[index]!)
      if (round % COUNT_EVERY === 0 || round === ROUNDS) await expectWhole(told, victims[index]!)
    }
    await again.kill()
  }
  expect(unanswered).toBeGreaterThan((EMULATORS * ROUNDS) / 2)
}, 7_200_000)

const startAll = (victims: readonly Pick<Victim, 'dataDirectory'>[]) =>
  startMany(victims.map(({ dataDirectory }) => ({ port: 0, dashboardPort: 0, dataDirectory })))

async function openVictims(pick: (limit: number) => number): Promise<Victim[]> {
  const folders = Array.from({ length: EMULATORS }, () => ({ dataDirectory: temporaryFolder() }))
  const first = await startAll(folders)
  const places = await Promise.all(first.emulators.map((told) => makePlace(serviceAt(told))))
  await first.kill()
  return folders.map((folder, index) => ({ ...folder, next: intents(places[index]!, pick), done: [] }))
}

async function expectWhole(told: Told, { done }: Victim): Promise<void> {
  const service = serviceAt(told)
  for (const { path, answer } of done) {
    if (path === '/content/push/bulk' && answer!.status === 202) await expectCompleted(service, answer!.json.task_id)
  }
  const stored = (await allItems(service)).map(({ text }) => text)
  const texts = done.flatMap((intent) => intent.texts)
  expect(stored.sort()).toEqual(texts.sort())
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 4), 0)
  expect(requireOk(await service.call('GET', '/me')).credits.used).toBeCloseTo(tokens / 1_000, 6)
}

async function expectCompleted({ call }: ReturnType<typeof serviceAt>, taskId: string): Promise<void> {
  const status = async () => requireOk(await call('GET', `/content/push/bulk/${taskId}`)).status
  await expect.poll(status, { timeout: 10_000 }).toBe('completed')
}

function serviceAt({ baseUrl, apiKeys }: Told) {
  const headers = { authorization: `Bearer ${apiKeys.live.all}`, 'content-type': 'application/json' }
  return {
    call: (method: string, path: string, body?: unknown) =>
      exchange(`${baseUrl}/api/input${path}`, method, headers, body === undefined ? undefined : JSON.stringify(body)),
  }
}
