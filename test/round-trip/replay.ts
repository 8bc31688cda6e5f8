import { isDeepStrictEqual } from 'node:util'
import type { Emulator } from '../../emulator/index.js'
import { parseJson } from '../../src/base/parse-json.js'
import type { WireRequest, WireResponse } from '../../src/contract/wire.js'

/** One thing that happened to a service: a request with its answer, or that it was waited for until nothing was due. */
export type Step = { request: WireRequest; answer: WireResponse } | 'idle'

/** The emulator, with everything that is asked of it kept in order. */
export function watch(emulator: Emulator, steps: Step[]): Emulator {
  return {
    ...emulator,
    async handle(request) {
      const answer = await emulator.handle(request)
      steps.push({ request, answer })
      return answer
    },
    async idle(...given) {
      steps.push('idle')
      return emulator.idle(...given)
    },
  }
}

/** How often a question is asked again: tasks go on at the pace of the machine. */
const WAITS = 30

/**
 * Does to another emulator what was done to the first, byte for byte. What programs asked, with both answers: of a question
 * that was asked several times in a row the last, because what comes before is a task under way.
 */
export async function replay(emulator: Emulator, steps: readonly Step[]): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const step of steps) {
    if (step === 'idle') await emulator.idle()
    else compared.push(await askAgain(emulator, step))
  }
  const asked = compared.filter(({ request }) => !request.url.startsWith(emulator.dashboardUrl))
  return asked.filter(({ request }, index) => !isSameQuestion(request, asked[index + 1]?.request))
}

async function askAgain(emulator: Emulator, { request, answer: first }: Exclude<Step, 'idle'>): Promise<Compared> {
  let second = await emulator.handle(request)
  for (let time = 0; time < WAITS && request.method === 'GET' && !isAlike({ request, first, second }); time += 1) {
    await new Promise(setImmediate)
    second = await emulator.handle(request)
  }
  return { request, first, second }
}

function isSameQuestion(one: WireRequest, other: WireRequest | undefined): boolean {
  return one.method === 'GET' && one.method === other?.method && one.url === other.url
}

/** A request, and what two services answered. */
export interface Compared {
  request: WireRequest
  first: WireResponse
  second: WireResponse
}

/** Whether status, body and headers are the same; the members of a record have no order. */
export function isAlike({ first, second }: Compared): boolean {
  return first.status === second.status && isDeepStrictEqual(comparableOf(first), comparableOf(second))
}

/**
 * What is compared of an answer. Each has the number of its own request, drawn anew; and one to nobody goes by the clock
 * of the machine, not by that of an organisation.
 */
function comparableOf({ headers, body }: WireResponse): unknown[] {
  const isOwn = ([name]: [string, string]) => !['date', 'x-ratelimit-reset', 'x-request-id'].includes(name)
  const text = Buffer.from(body)
    .toString('utf8')
    .replace(/\breq_[\w-]+/g, 'req_…')
  const isJson = /^application\/json/.test(headers['content-type'] ?? '')
  return [Object.fromEntries(Object.entries(headers).filter(isOwn)), isJson ? parseJson(text) : text]
}

/** The pair on three lines, each answer from where they begin to differ, for who reads what differs. */
export function textOfPair(pair: Compared): string {
  const { request, first, second } = pair
  const lineOf = (answer: WireResponse) => JSON.stringify([answer.status, ...comparableOf(answer)])
  const [one, other] = [lineOf(first), lineOf(second)]
  const differs = [...one].findIndex((letter, at) => letter !== other[at])
  const from = Math.max(0, differs - 100)
  return [`${request.method} ${request.url}`, ...[one, other].map((text) => `   ${text.slice(from, from + 300)}`)].join(
    '\n',
  )
}
