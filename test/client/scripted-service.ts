import type { WireRequest, WireResponse } from '../../src/contract/wire.js'

export const KEY = `inpk_test_EMUabcdef1_${'A'.repeat(43)}=`
export const REAL_KEY = `inpk_live_abcdefghi1_${'B'.repeat(43)}=`
export const BASE_URL = 'http://127.0.0.1:4600'

export type Reply = Partial<Omit<WireResponse, 'body'>> & { body?: unknown } & { fail?: Error }

/** A JSON answer. A string body is sent as it is. */
export function respond({ status = 200, headers = {}, body = {} }: Reply): WireResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type: Record<string, string> = typeof body === 'string' ? {} : { 'content-type': 'application/json' }
  return { status, headers: { ...type, ...headers }, body: new TextEncoder().encode(text) }
}

/** An error in the envelope. */
export function refuse(status: number, code: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: { error: { code, message: `refused with ${code}` } } }
}

/** A transport that gives the replies one after the other, the last one for ever, and keeps what it was asked. */
export function scriptedTransport(...replies: [Reply, ...Reply[]]) {
  const requests: WireRequest[] = []
  const transport = async (request: WireRequest): Promise<WireResponse> => {
    requests.push(request)
    const reply = replies[Math.min(requests.length, replies.length) - 1]!
    if (reply.fail) throw reply.fail
    return respond(reply)
  }
  return { transport, requests }
}

export const ME = {
  key: { id: 'EMUabcdef1', name: 'x', environment: 'test', permissions: ['all'] },
  org_id: 1,
  rate_limits: { per_key_per_minute: 60, per_org_per_minute: 300, per_ip_per_minute: 600, window_seconds: 60 },
}
export const PUSHED = {
  survey_series_id: '1',
  survey_id: '2',
  question_id: '3',
  inserted: 1,
  duplicates: 0,
  rows_accepted: 1,
  aps_deducted: 0,
}
export const PUSH = { survey_series_id: '1', survey_id: '2', question: { question_id: '3', content: ['hello'] } }
