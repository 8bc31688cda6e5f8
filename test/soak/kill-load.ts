import { Agent } from 'node:http'
import { expect } from 'vitest'
import { encodeMultipart } from '../../src/client/request-body.js'
import type { ChildService } from '../emulator/child.js'
import { exchange, type Intent, intents } from '../emulator/crash-load.js'
import type { Answer, Json, Place } from '../emulator/service.js'

/** One request of a client, with what must be found later if it was carried out. */
export interface Step extends Intent {
  /** A form in place of the JSON body. */
  form?: { headers: Record<string, string>; body: Uint8Array }
  /** Name of the snapshot it saves, by the control API, which keeps no answers. */
  snapshot?: string
  /** The step whose items it erases. */
  erases?: Step
}

/** Steps without end: what `intents` makes, and among it uploads, erasures of what is `settled`, and snapshots. */
export function steps(place: Place, pick: (limit: number) => number, settled: readonly Step[]): () => Step {
  const next = intents(place, pick)
  let count = 0
  const erased = new Set<Step>()
  return () => {
    count += 1
    const kind = pick(14)
    if (kind === 0) return upload(place, count, pick)
    if (kind === 1)
      return { ...EMPTY, idempotencyKey: `snapshot-${count}`, path: '/snapshots', snapshot: `s${pick(4)}` }
    const doomed = kind < 4 ? settled.find((step) => !erased.has(step) && mayBeErased(step)) : undefined
    if (!doomed) return next()
    erased.add(doomed)
    const body = { external_ids: idsOf(doomed) }
    return { ...EMPTY, path: '/feedback/erase', body, idempotencyKey: `erase-${count}`, erases: doomed }
  }
}

const EMPTY = { body: {}, texts: [] }

function upload(place: Place, count: number, pick: (limit: number) => number): Step {
  const texts = Array.from({ length: 1 + pick(30) }, (_, row) => `upload ${count} row ${row}`)
  const reference = `upload-${count}`
  const file = Buffer.from(`text\n${texts.join('\n')}\n`)
  const { survey_series_id, survey_id } = place
  const members = { survey_series_id, survey_id, source_reference: reference, file }
  const form = encodeMultipart(members, { fileName: 'a.csv', random: () => pick(1_000) / 1_000 })
  return { path: '/feedback/upload', body: {}, form: form as Step['form'], idempotencyKey: reference, texts, reference }
}

const idsOf = ({ body }: Step): string[] =>
  (body.question ?? body.questions?.[0])?.content.flatMap((item: Json) => item.external_id ?? []) ?? []

/** A task that was accepted may store its items later. */
const mayBeErased = (step: Step) => idsOf(step).length > 0 && step.answer?.status !== 202

/** Sends a step; resolves without an answer where none came. */
function send(service: ChildService, step: Step, agent: Agent): Promise<Answer | undefined> {
  const { path, snapshot, form, idempotencyKey } = step
  const json = { 'content-type': 'application/json' }
  const answer = snapshot
    ? exchange(
        `${service.dashboardUrl}/_emulator/orgs/1${path}`,
        'POST',
        json,
        JSON.stringify({ name: snapshot }),
        agent,
      )
    : exchange(
        `${service.baseUrl}/api/input${path}`,
        'POST',
        {
          ...(form?.headers ?? json),
          authorization: `Bearer ${service.apiKeys.live.all}`,
          'idempotency-key': idempotencyKey,
        },
        form?.body ?? JSON.stringify(step.body),
        agent,
      )
  return answer.catch(() => undefined)
}

/** What was asked of an emulator over all its lives. */
export interface Story {
  next: () => Step
  /** Sent, and not yet seen again in a later life. */
  open: Step[]
  /** Asked for again after a restart, with the answer it had. */
  settled: Step[]
}

/** As many requests as a life takes; a life that is not killed ends by itself then. */
const STEPS_A_LIFE = 30
const CLIENTS = 3

/** Asks again for all that is open, then for more; resolves when the emulator is gone, or has done enough. */
export async function live(service: ChildService, story: Story, more = STEPS_A_LIFE): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const before = story.open.splice(0)
  let isGone = false
  const again = async () => {
    for (let step = before.pop(); step; step = before.pop()) {
      const answer = isGone ? undefined : await send(service, step, agent)
      if (!answer) isGone = true
      if (answer) expectSame(step, answer)
      story[answer ? 'settled' : 'open'].push(step)
    }
  }
  let left = more
  const onward = async () => {
    while (!isGone && left > 0) {
      left -= 1
      const step = story.next()
      story.open.push(step)
      const answer = await send(service, step, agent)
      if (!answer) isGone = true
      else step.answer = expectDone(step, answer)
    }
  }
  const all = (work: () => Promise<void>) => Promise.all(Array.from({ length: CLIENTS }, work))
  await all(again)
  await all(onward)
  agent.destroy()
}

/** Of a step that was answered: the same answer, from memory. Of one that was not: done by now. */
export function expectSame(step: Step, answer: Answer): void {
  expectDone(step, answer)
  if (step.answer && !step.snapshot) {
    expect([answer.status, answer.text], step.idempotencyKey).toEqual([step.answer.status, step.answer.text])
    expect(answer.headers['idempotent-replayed'], step.idempotencyKey).toBe('true')
  }
  step.answer = answer
}

function expectDone(step: Step, answer: Answer): Answer {
  expect(answer.status, `${step.path}: ${answer.text}`).toBeLessThan(300)
  return answer
}

/** Asks for one step again; it must be answered. */
export async function repeat(service: ChildService, step: Step, agent: Agent): Promise<void> {
  const answer = await send(service, step, agent)
  if (!answer) throw new Error(`${step.idempotencyKey} was not answered`)
  expectSame(step, answer)
}
