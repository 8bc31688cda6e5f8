import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { WireResponse } from '../../../src/contract/wire.js'
import type { Ran } from '../../cli/run-inpk.js'
import { openStageFor, type Stage } from '../../transcripts/stage.js'
import type { Json } from '../other-service.js'
import { type Change, changed } from './changes.js'
import type { Envelope } from './envelopes.js'
import type { SweptLine } from './lines.js'

/** An answer to one request, as it was given to the command. */
export interface Answered {
  /** `GET /survey/list`, with `{}` in place of identifiers. */
  route: string
  method: string
  status: number
  payload: Json
}

export interface Swept extends Ran {
  answers: Answered[]
}

/** The answers to one route, changed: a place in them, or how they come. */
export type Changed = { route: string; change: Change } | { route: string; envelope: Envelope }

/** A stage on which one line is run again and again, each time from the same state. */
export interface SweptStage {
  run(change?: Changed): Promise<Swept>
  close(): Promise<void>
}

const SNAPSHOT = 'before-the-sweep'

/** Opens the stage of a line, with all done that is given. A snapshot does not bring back what was erased: then each run has a stage of its own. */
export async function openSweptStage({ line, given = [], around }: SweptLine): Promise<SweptStage> {
  const open = async () => {
    const stage = await openStageFor({ given }, line)
    await stage.emulator.control.saveSnapshot({ body: { name: SNAPSHOT } })
    return stage
  }
  let stage = await open()
  return {
    async run(change) {
      await stage.emulator.control.restoreSnapshot({ params: { name: SNAPSHOT } })
      const ran = await runChanged(stage, line, around, change)
      if (ran.answers.some(({ route }) => route.endsWith('/erase'))) {
        await stage.close()
        stage = await open()
      }
      return ran
    },
    close: () => stage.close(),
  }
}

async function runChanged(
  stage: Stage,
  line: string,
  around: SweptLine['around'],
  change: Changed | undefined,
): Promise<Swept> {
  const answers: Answered[] = []
  const more = around?.(stage) ?? {}
  const real = more.transport ?? stage.emulator.handle
  const transport: typeof real = async (request) => {
    const response = await real(request)
    const payload = parsed(response)
    const isSuccess = response.status >= 200 && response.status < 300
    if (payload === undefined || !isSuccess) return response
    const route = routeOf(request.method, request.url)
    const isChanged = change?.route === route
    const given = isChanged && 'change' in change ? changed(payload, change.change) : payload
    answers.push({ route, method: request.method, status: response.status, payload: given })
    if (isChanged && 'envelope' in change) return change.envelope.put(response, JSON.stringify(payload))
    return given === payload ? response : { ...response, body: Buffer.from(JSON.stringify(given)) }
  }
  const env = { INPK_CONFIG_DIR: mkdtempSync(join(stage.cwd, 'config-')), ...more.env }
  return { ...(await stage.run(line, { ...more, env, transport })), answers }
}

function parsed({ body, headers }: WireResponse): Json {
  const text = new TextDecoder().decode(body)
  if (!String(headers['content-type']).includes('json')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function routeOf(method: string, url: string): string {
  const { pathname } = new URL(url)
  return `${method} ${pathname.replace(/\/[^/]*\d[^/]*(?=\/|$)/g, (part) => (/^\/v\d+$/.test(part) ? part : '/{}'))}`
}
