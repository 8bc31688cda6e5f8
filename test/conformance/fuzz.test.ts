import { expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import type { WireResponse } from '../../src/contract/wire.js'
import { checkEmulatorHeaders, checkError, checkHeaders } from './answer-checks.js'
import { type Description, readDescription } from './description.js'
import { type Answer, readAnswer } from './exchange.js'
import { CONTROL_ENTRIES, checkControl } from './fuzz-control.js'
import { checkTool } from './fuzz-mcp.js'
import { type Asked, requestsOf } from './fuzz-requests.js'
import type { Scene } from './scene.js'
import { START } from './target.js'

/** So many ask every operation of the control API, too. */
const FEW = 1_200
const REQUESTS = Number(process.env.INPK_SOAK_REQUESTS ?? (process.env.INPK_SOAK ? 1_000_000 : FEW))
/** A fresh emulator now and then keeps what is stored small. */
const PER_EMULATOR = 4_000
const SEED = Number(process.env.INPK_SEED ?? 1)
const REPORT_EVERY_MS = 60_000

/** A stage of the fuzz: an emulator with a source to aim at, and a second organisation for the control API. */
interface Stage {
  emulator: Emulator
  scene: Scene
  faults: unknown[]
}

it(`${REQUESTS} mutated requests get answers the description allows, errors in the envelope, and no 5xx (seed ${SEED})`, {
  timeout: 24 * 3_600_000,
}, async () => {
  const draw = requestsOf(SEED)
  const report = reporter()
  const controlled = new Set<string>()
  let description: Description | undefined
  for (let done = 0; done < REQUESTS; done += PER_EMULATOR) {
    const stage = await openStage()
    const { emulator, faults } = stage
    description ??= readDescription(
      textOf(await ask(stage, { method: 'GET', path: '/openapi.json', query: '', headers: {} })),
    )
    for (let at = 0; at < Math.min(PER_EMULATOR, REQUESTS - done); at += 1) {
      const asked = draw(stage.scene)
      if (asked.control) controlled.add(asked.control.id)
      const response = await ask(stage, asked)
      checkAnswer(description, asked, readAnswer(response))
      report(asked, response.status)
    }
    expect(faults).toEqual([])
    await emulator.close()
  }
  if (REQUESTS >= FEW) expect(controlled.size).toBe(CONTROL_ENTRIES.length)
  report.end()
})

/** Counts what was answered, and says in the soak how far it is, once a minute and at the end. */
function reporter() {
  const startedAt = Date.now()
  const counts = new Map<string, number>()
  let saidAt = startedAt
  let done = 0
  const say = (what: string) => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    const cpu = Math.round(process.cpuUsage().user / 1_000_000)
    const answers = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([status, count]) => `${status}: ${count}`)
    if (process.env.INPK_SOAK)
      console.info(`fuzz, seed ${SEED}: ${what} in ${seconds} s, ${cpu} s of CPU; ${answers.join(', ')}`)
  }
  const report = ({ control, path }: Asked, status: number) => {
    const side = control ? 'control' : path.endsWith('/mcp') ? 'mcp' : 'api'
    counts.set(`${side} ${status}`, (counts.get(`${side} ${status}`) ?? 0) + 1)
    done += 1
    if (Date.now() - saidAt < REPORT_EVERY_MS) return
    saidAt = Date.now()
    say(`${done} of ${REQUESTS} requests`)
  }
  return Object.assign(report, { end: () => say(`all ${done} requests answered as described`) })
}

function checkAnswer(description: Description, asked: Asked, answer: Answer): void {
  const { method, path, query, body, control } = asked
  const about = `${method} ${path}${query} ${String(body).slice(0, 500)}`
  if (answer.status >= 500) throw new Error(`${about}: ${answer.status} ${answer.text}`)
  if (control) checkControl(control, answer, about)
  else checkApi(description, asked, answer, about)
}

function checkApi(description: Description, { method, path, body }: Asked, answer: Answer, about: string): void {
  checkHeaders(answer, about)
  checkEmulatorHeaders(answer, about)
  const isProtocol = path.endsWith('/mcp') && answer.json?.jsonrpc === '2.0'
  if (answer.status >= 400 && !isProtocol) checkError(answer, about)
  // Nothing is said of a path that is none: an id with nothing in it, or with a slash.
  if (answer.status === 404 && !description.has(method, path)) return
  description.check(method, path, answer)
  if (path.endsWith('/mcp') && answer.status === 200) checkTool(String(body), answer)
}

async function ask(
  { emulator }: Pick<Stage, 'emulator'>,
  { method, path, query, headers, body, control }: Asked,
): Promise<WireResponse> {
  const authorization = `Bearer ${emulator.apiKeys.test.all}`
  const url = (control ? emulator.dashboardUrl : emulator.baseUrl) + path + query
  return emulator.handle({ method, url, headers: control ? headers : { authorization, ...headers }, body })
}

async function openStage(): Promise<Stage> {
  const faults: unknown[] = []
  const onFault = (fault: unknown) => void faults.push(fault)
  const emulator = await startEmulator({
    listen: false,
    clock: { mode: 'frozen', now: START },
    outbound: async () => ({ status: 200 }),
    onFault,
    onRequest: (_, fault) => fault && onFault(fault),
  })
  await emulator.createOrganization({ name: 'For the control API' })
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    return JSON.parse(
      textOf(await ask({ emulator }, { method: 'POST', path, query: '', headers, body: JSON.stringify(body) })),
    )
  }
  const { survey_series_id: groupId } = await post('/survey_series/create', { name: 'Fuzz' })
  const questions = [
    { type: 'TEXT', question_text: 'a' },
    { type: 'DEPTH_TEXT', question_text: 'b' },
  ]
  const source = { survey_series_id: groupId, survey_title: 'F', questions }
  const { survey_id: sourceId, questions: made } = await post('/survey/create', source)
  await post('/survey/publish', { survey_id: sourceId })
  const [textId, longId] = made.map(({ question_id }: { question_id: string }) => question_id)
  const nothing = { choiceId: '', draftId: '', draftTextId: '', draftChoiceId: '' }
  return { emulator, faults, scene: { groupId, groupName: 'Fuzz', sourceId, textId, longId, ...nothing } }
}

function textOf({ body }: Pick<WireResponse, 'body'>): string {
  return Buffer.from(body).toString()
}
