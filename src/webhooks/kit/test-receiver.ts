import { readableError } from '../../base/network-errors.js'
import { DELIVERY_HEADERS } from '../../contract/events.js'
import { LIMITS } from '../../contract/limits.js'
import type { Transport } from '../../contract/wire.js'
import { type DeliveryForm, sampleEvent, USUAL_FORM } from '../sample/sample-event.js'
import { signatureUnder } from '../signature.js'
import { KIT_CASES } from './cases/index.js'
import type { Judgement, KitAnswer, KitCase, KitRequest, KitSubject } from './kit-case.js'
import { type CaseResult, type KitReport, makeKitReport } from './report.js'

export interface ReceiverTest {
  url: string
  secret: string
  /** The secret from before a rotation; its case is skipped without one. */
  oldSecret?: string
  /** Sends one request, bounded by its `timeoutMs`; rejects if no answer came. Follows no redirect. */
  send: Transport
  /** Epoch milliseconds. */
  now(): number
  signal?: AbortSignal
  /** How the service writes its deliveries, where that differs. */
  form?: DeliveryForm
  /** Called with each case as it ends. */
  onCase?(result: CaseResult): void
}

interface Run extends ReceiverTest {
  subject: KitSubject
  /** Answers to everything that had to be accepted. */
  accepted: KitAnswer[]
  /** Why the rest is not run. */
  stopped?: string
}

/**
 * Runs the conformance kit against a receiver (cli.md section 4): each case sends its requests one after the other and
 * judges the answers. If the first delivery gets no answer in time nothing else is sent. Rejects only when aborted.
 */
export async function testReceiver(test: ReceiverTest): Promise<KitReport> {
  const startedAt = test.now()
  const run: Run = { ...test, subject: createSubject(test, startedAt), accepted: [] }
  const results: CaseResult[] = []
  for (const row of KIT_CASES) {
    const result = await runCase(run, row)
    results.push(result)
    test.onCase?.(result)
  }
  return makeKitReport(test.url, startedAt, test.now() - startedAt, results)
}

async function runCase(run: Run, row: KitCase): Promise<CaseResult> {
  const startedAt = run.now()
  const requests = row.requests(run.subject)
  const reason = row.skip?.(run.subject) ?? (requests.length > 0 ? run.stopped : undefined)
  if (reason !== undefined) return resultOf(row, { verdict: 'skip', reason }, [], 0)
  const answers = await sendAll(run, row, requests)
  return resultOf(row, row.judge(answers, run.accepted), answers, run.now() - startedAt)
}

async function sendAll(run: Run, row: KitCase, requests: readonly KitRequest[]): Promise<KitAnswer[]> {
  const answers: KitAnswer[] = []
  for (const [index, request] of requests.entries()) {
    run.signal?.throwIfAborted()
    const answer = await sendOne(run, request, request.deliveryId ?? `kit_${row.id}_${index + 1}`)
    answers.push(answer)
    if (row.valid) run.accepted.push(answer)
    if (row.id === 'valid' && isSilent(answer)) run.stopped = whySilent(answer)
  }
  return answers
}

async function sendOne(
  { url, send, now, signal, form = USUAL_FORM }: Run,
  request: KitRequest,
  deliveryId: string,
): Promise<KitAnswer> {
  const startedAt = now()
  const headers = { ...headersOf(request), [form.header]: deliveryId }
  const timeoutMs = LIMITS.webhookTimeoutMs
  try {
    const { status } = await send({
      method: 'POST',
      url,
      headers,
      body: request.body,
      timeoutMs,
      ...(signal && { signal }),
    })
    return { status, ms: now() - startedAt }
  } catch (error) {
    signal?.throwIfAborted()
    return { error: readableError(error instanceof Error ? error.message : String(error)), ms: now() - startedAt }
  }
}

function headersOf({ event, signature }: KitRequest): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': DELIVERY_HEADERS.userAgent,
    [DELIVERY_HEADERS.event.toLowerCase()]: event,
    ...(signature === undefined ? {} : { [DELIVERY_HEADERS.signature.toLowerCase()]: signature }),
  }
}

function isSilent({ status, ms }: KitAnswer): boolean {
  return status === undefined || ms > LIMITS.webhookTimeoutMs
}

function resultOf(row: KitCase, judgement: Judgement, answers: readonly KitAnswer[], ms: number): CaseResult {
  const { id, title, says, rules } = row
  return { id, title, says, rules, ...judgement, statuses: answers.map(({ status }) => status ?? null), ms }
}

function whySilent({ error }: KitAnswer): string {
  return error === undefined
    ? 'The receiver did not respond to the first delivery in time.'
    : `The first delivery got no response: ${error}.`
}

/** The subject of one run: samples signed with its secret, each body another millisecond and so unlike all others. */
function createSubject({ secret, oldSecret, form = USUAL_FORM }: ReceiverTest, now: number): KitSubject {
  let bodies = 0
  return {
    secret,
    ...(oldSecret === undefined ? {} : { oldSecret }),
    body: (event, { ageMs = 0, set = [] } = {}) => {
      const sample = sampleEvent(event, { now: now - ageMs + bodies++, set })
      return Buffer.from(JSON.stringify({ ...sample, data: form.dataToWire(event, sample.data) }))
    },
    sign: (body, other = secret) => signatureUnder(other, body),
  }
}
