import { describe, expect, it } from 'vitest'
import type { Transport } from '../../../src/contract/wire.js'
import { TEST_KEY } from '../../cli/run-inpk.js'
import { scratchFolder } from '../scratch.js'
import { openBench } from '../with-emulator.js'

/** An environment as inside `emulator exec`, or of a container beside the emulator's: only the dashboard's address is known. */
const alone = () => ({ cwd: scratchFolder(), env: { INPK_BASE_URL: '', INPK_API_KEY: '' } })

describe('an emulator that INPK_EMULATOR_URL names', async () => {
  const bench = await openBench()

  it('is what `emulator status` shows, though none runs for this folder (C11)', async () => {
    expect(await bench.json(['emulator', 'status'], alone())).toEqual({
      running: true,
      answers: true,
      pid: process.pid,
      version: expect.any(String),
      base_url: bench.emulator.baseUrl,
      dashboard_url: bench.emulator.dashboardUrl,
    })
    const { code, stdout } = await bench.run(['emulator', 'status'], alone())
    expect([code, stdout]).toEqual([0, expect.stringContaining(`API        ${bench.emulator.baseUrl}`)])
  })

  it('is what `emulator env` and `emulator wait` are about (C11)', async () => {
    const variables = await bench.json(['emulator', 'env'], alone())
    expect(variables).toMatchObject({
      INPK_BASE_URL: bench.emulator.baseUrl,
      INPK_API_KEY: TEST_KEY,
      INPK_EMULATOR_URL: bench.emulator.dashboardUrl,
    })
    expect((await bench.run(['emulator', 'wait', '--within', '1s'], alone())).code).toBe(0)
  })

  it('has its API on the host by which it was reached, as from another container', async () => {
    const { handle, dashboardUrl, baseUrl } = bench.emulator
    const inside = (url: string) => url.replace('//emulator:4601', dashboardUrl.slice('http:'.length))
    const transport: Transport = (request) => handle({ ...request, url: inside(request.url) })
    const { cwd, env } = alone()
    const around = { cwd, transport, env: { ...env, INPK_EMULATOR_URL: 'http://emulator:4601' } }
    const { base_url } = await bench.json(['emulator', 'status'], around)
    expect(base_url).toBe(`http://emulator:${new URL(baseUrl).port}`)
  })

  it('yields to --data', async () => {
    const { code, stderr } = await bench.run(['emulator', 'env', '--data', 'elsewhere'], alone())
    expect([code, stderr]).toEqual([9, expect.stringContaining('no emulator is running with --data elsewhere')])
  })

  it('that does not answer ends status and env with 9, and wait with 12', async () => {
    const transport: Transport = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    const ask = (...argv: string[]) => bench.run(['emulator', ...argv], { ...alone(), transport })
    const status = await ask('status')
    const { dashboardUrl } = bench.emulator
    expect([status.code, status.stdout]).toEqual([9, `No emulator responds at ${dashboardUrl} (INPK_EMULATOR_URL).\n`])
    expect((await ask('env')).code).toBe(9)
    const wait = await ask('wait', '--within', '1s')
    expect([wait.code, wait.stdout]).toEqual([12, `No emulator answered at ${dashboardUrl} (waited 1.0 s).\n`])
  })

  it('with a certificate that is not trusted says so', async () => {
    const untrusted = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    const { cwd, env } = alone()
    const around = { cwd, transport: () => Promise.reject(untrusted) }
    const inTls = { ...env, INPK_EMULATOR_URL: 'https://127.0.0.1:4601' }
    const { code, stdout } = await bench.run(['emulator', 'status'], { ...around, env: inTls })
    expect(code).toBe(9)
    expect(stdout).toContain('could not reach https://127.0.0.1:4601: self-signed certificate')
    expect(stdout).toContain('NODE_EXTRA_CA_CERTS')
  })
})

it('`emulator env` says so where the keys of the emulator named are random', async () => {
  const bench = await openBench({ randomKeys: true })
  const { code, stderr } = await bench.run(['emulator', 'env'], alone())
  expect(code).toBe(5)
  expect(stderr).toContain('are random, or one of them was replaced')
  expect(stderr).toContain('inpk emulator keys create')
})
