import type { Transport, WireRequest, WireResponse } from '../../../src/contract/wire.js'

/** What a network does to a request: given a way to pass it on, as often as it likes. */
type Fault = (pass: () => Promise<WireResponse>, draw: () => number) => Promise<WireResponse>

const lost = (code: string) => Object.assign(new Error(code), { code })
const answer = (status: number, body: string, headers: Record<string, string> = {}): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(body),
})
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  answer(status, JSON.stringify({ error: { code, message: code } }), headers)
const PAGE = '<!doctype html><html><body>Please log in</body></html>'

/** The twelve kinds of fault a push must survive (threats A1, A2, A12, A15, A16, A18). */
export const FAULTS: Record<string, Fault> = {
  'the request is dropped': async () => {
    throw lost('ECONNREFUSED')
  },
  'the answer is dropped': async (pass) => {
    await pass()
    throw lost('ECONNRESET')
  },
  'the answer is cut': async (pass, draw) => {
    const whole = await pass()
    return { ...whole, body: whole.body.subarray(0, Math.floor(draw() * whole.body.length)) }
  },
  'the request is delayed past its end': async (pass) => {
    // It arrives when its sender has given it up, and goes again behind it.
    setImmediate(() => void pass().catch(() => undefined))
    throw lost('UND_ERR_BODY_TIMEOUT')
  },
  'the request arrives twice': async (pass) => {
    const [, second] = await Promise.all([pass(), pass()])
    return second
  },
  '429 with Retry-After': async () => refusal(429, 'RATE_LIMITED', { 'retry-after': '7' }),
  '503 with Retry-After': async () => refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '3' }),
  '504 after the work was done': async (pass) => {
    await pass()
    return answer(504, '')
  },
  '502 as a page, before or after the work': async (pass, draw) => {
    if (draw() < 0.5) await pass()
    return answer(502, PAGE, { 'content-type': 'text/html' })
  },
  'the connection is reset somewhere': async (pass, draw) => {
    if (draw() < 0.5) await pass()
    throw lost('ECONNRESET')
  },
  'the answer is too slow': async (pass) => {
    await pass()
    throw lost('UND_ERR_HEADERS_TIMEOUT')
  },
  'a page with 200, as a captive portal sends': async (pass, draw) => {
    if (draw() < 0.3) await pass()
    return answer(200, PAGE, { 'content-type': draw() < 0.5 ? 'text/html' : 'application/json' })
  },
}

/** A transport on which pushes meet `fault` with some probability; other requests pass. `draw` gives numbers in [0, 1). */
export function faulty(transport: Transport, fault: Fault, draw: () => number): Transport {
  return (request: WireRequest) => {
    const isPush = request.method === 'POST' && request.url.includes('/push')
    const pass = () => transport(request)
    return isPush && draw() < 0.5 ? fault(pass, draw) : pass()
  }
}
