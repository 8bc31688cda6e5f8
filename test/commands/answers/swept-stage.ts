import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { WireResponse } from '../../../src/contract/wire.js'
import type { Ran } from '../../cli/run-inpk.js'
import { openStageFor, type Stage } from '../../transcripts/stage.js'
import type { Json } from '../other-service.js'
import { type Change, changed } from './changes.js'
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

/** A stage on which one line is run again and again, each time from the same state. */
export interface SweptStage {
  run(change?: { route: string; change: Change }): Promise<Swept>
  close(): Promise<void>
}

const SNAPSHOT = 'before'

/** Opens the stage of a line, with all done that is given. */
export async function openSweptStage({ line, given = [], around }: SweptLine): Promise<SweptStage> {
  const stage = await openStageFor({ given }, line)
  const { control } = stage.emulator
  await control.saveSnapshot({ body: { name: SNAPSHOT } })
  return {
    async run(change) {
      await control.restoreSnapshot({ params: { name: SNAPSHOT } })
      return runChanged(stage, line, around, change)
    },
    close: () => stage.close(),
  }
}

async function runChanged(
  stage: Stage,
  line: string,
  around: SweptLine['around'],
  change: { route: string; change: Change } | undefined,
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
    const given = change?.route === route ? changed(payload, change.change) : payload
    answers.push({ route, method: request.method, status: response.status, payload: given })
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
