import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/index.js'
import { CONTROL_IDS, CONTROL_PREFIX, controlRowOf } from '../../src/contract/control/index.js'
import { OAUTH_PATHS } from '../../src/contract/oauth.js'
import { MOUNTS } from '../../src/contract/operation.js'
import { OPERATION_IDS, rowOf } from '../../src/contract/operations/index.js'
import { temporaryFolder } from './child.js'

const SOAK = process.env.INPK_SOAK !== undefined
/** Sockets that are open at once. */
const AT_ONCE = 16
const ABORT_AFTER_MS = SOAK ? 4 : 1

const BOUNDARY = 'b'
const part = (disposition: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
const FORM = `${part('name="source_id"', '1')}${part('name="file"; filename="a.csv"', 'text\nhello')}--${BOUNDARY}--\r\n`
const JSON_BODY = JSON.stringify({ name: 'Ä', question: { content: ['a', { text: 'b\\' }] }, list: [1.5, null] })

interface Target {
  side: 'api' | 'dashboard'
  method: string
  path: string
  type: string
  body: Buffer
}

type Break = 'short' | 'aborted' | 'bad chunk'
const BREAKS: readonly Break[] = ['short', 'aborted', 'bad chunk']

let emulator: Emulator
const faults: unknown[] = []
const escaped: unknown[] = []
const note = (error: unknown) => void escaped.push(error)

beforeAll(async () => {
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  const onFault = (fault: unknown) => void faults.push(fault)
  emulator = await startEmulator({
    // On a disk: in memory everything is opened too soon for a body to break off meanwhile.
    dataDirectory: temporaryFolder(),
    port: 0,
    dashboardPort: 0,
    onFault,
    onRequest: (_, fault) => fault && onFault(fault),
  })
})
afterAll(async () => {
  await emulator.close()
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
})

const filled = (path: string) => path.replaceAll('{org_id}', '1').replaceAll(/\{\w+\}/g, 'x')
const json = (side: Target['side'], method: string, path: string): Target => {
  return { side, method, path, type: 'application/json', body: Buffer.from(JSON_BODY) }
}

/** Every route of both hosts; a default organisation that is deleted would end the sweep. */
function everyTarget(): Target[] {
  const api = OPERATION_IDS.flatMap((id) =>
    rowOf(id).routes.flatMap(({ method, path, mounts }) =>
      (mounts ?? MOUNTS).slice(0, SOAK ? 3 : 1).map((mount) => {
        const target = json('api', method, mount + filled(path))
        const isForm = rowOf(id).media !== undefined
        return isForm
          ? { ...target, type: `multipart/form-data; boundary=${BOUNDARY}`, body: Buffer.from(FORM) }
          : target
      }),
    ),
  )
  const control = CONTROL_IDS.filter((id) => !['deleteOrganization', 'streamEvents'].includes(id)).map((id) =>
    json('dashboard', controlRowOf(id).method, CONTROL_PREFIX + filled(controlRowOf(id).path)),
  )
  const forms = [OAUTH_PATHS.token, OAUTH_PATHS.revoke, `${OAUTH_PATHS.approve}x`].map((path) => ({
    ...json('dashboard', 'POST', path),
    type: 'application/x-www-form-urlencoded',
    body: Buffer.from('grant_type=refresh_token&client_id=%C3%84&refresh_token=x'),
  }))
  const others = [
    json('dashboard', 'POST', OAUTH_PATHS.register),
    json('dashboard', 'POST', '/'),
    json('api', 'POST', '/x'),
  ]
  return [...api, ...control, ...forms, ...others]
}

/** Sends a request that breaks off after so many bytes of its body; resolves to the answer, or to nothing. */
function send({ side, method, path, type, body }: Target, how: Break, cut: number): Promise<string> {
  const port = Number(new URL(side === 'api' ? emulator.baseUrl : emulator.dashboardUrl).port)
  const length = how === 'short' ? cut : body.length + 1
  const framing = how === 'bad chunk' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${emulator.apiKeys.test.all}`,
    `Content-Type: ${type}`,
    framing,
    'Connection: close',
  ]
  const sent = body.subarray(0, cut)
  const chunk =
    how === 'bad chunk'
      ? Buffer.concat([Buffer.from(`${cut.toString(16)}\r\n`), sent, Buffer.from('\r\nzz\r\n')])
      : sent
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let got = ''
    socket.on('data', (data) => (got += data.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(got))
    socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')))
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), chunk]))
    if (how === 'aborted') setTimeout(() => socket.resetAndDestroy(), ABORT_AFTER_MS)
  })
}

async function sweep(cases: readonly [Target, Break, number][]): Promise<string[]> {
  const wrong: string[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < cases.length; at = next++) {
      const [target, how, cut] = cases[at]!
      const answer = await send(target, how, cut)
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
      const isFine = how === 'aborted' ? !(status >= 500) : status < 500
      if (!isFine) wrong.push(`${target.method} ${target.path} ${how} at ${cut}: ${answer.slice(0, 12) || 'no answer'}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return wrong
}

/** The emulator answers the next caller, and neither it nor the process had a fault. */
async function expectAlive(): Promise<void> {
  const me = await fetch(`${emulator.baseUrl}/me`, {
    headers: { authorization: `Bearer ${emulator.apiKeys.test.all}` },
  })
  expect(me.status).toBe(200)
  expect([faults, escaped]).toEqual([[], []])
}

describe('requests that break off', () => {
  it('[F1] an upload cut at any byte is answered with less than 500 and leaves the emulator running', async () => {
    const target = everyTarget().find(({ type }) => type.startsWith('multipart'))!
    const cuts = Array.from({ length: target.body.length }, (_, cut) => cut)
    const tried = SOAK ? cuts : cuts.filter((cut) => cut % 7 === 0)
    const cases = BREAKS.flatMap((how) => tried.map((cut): [Target, Break, number] => [target, how, cut]))
    expect(await sweep(cases)).toEqual([])
    await expectAlive()
  })

  it('[F1] every route of both hosts bears short, aborted and malformed bodies', { timeout: 600_000 }, async () => {
    const cases = everyTarget().flatMap((target) => {
      const cuts = SOAK
        ? Array.from({ length: target.body.length }, (_, cut) => cut)
        : [Math.floor(target.body.length / 2)]
      return cuts.flatMap((cut) => BREAKS.map((how): [Target, Break, number] => [target, how, cut]))
    })
    expect(await sweep(cases)).toEqual([])
    await expectAlive()
  })
})
