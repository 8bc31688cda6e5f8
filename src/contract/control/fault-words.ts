import { grouped } from '../../base/count.js'
import type { FaultMatch, FaultSetting } from './faults.js'

/** What a fault does, for a person: `status 503`, `latency 2,050 ms`, `limit, retry after 2 s, own headers`. */
export function describeFault(fault: FaultSetting): string {
  const { kind, status, code, retry_after, ms, bytes, window, body, headers } = fault
  const amount = [
    status,
    ms === undefined ? undefined : `${grouped(ms)} ms`,
    bytes === undefined ? undefined : `${grouped(bytes)} bytes`,
    window === undefined ? undefined : `${grouped(window)} deliveries`,
  ].find((each) => each !== undefined)
  const own = [
    code,
    retry_after === undefined ? undefined : `retry after ${grouped(retry_after)} s`,
    body === undefined ? undefined : 'own body',
    headers === undefined ? undefined : 'own headers',
  ].filter((each) => each !== undefined)
  return [amount === undefined ? kind : `${kind} ${amount}`, ...own].join(', ')
}

/** What a fault is aimed at: `path /api/input/me, source 7, question.question_id=4`. */
export function describeMatch({ path, key_id, source_id, body = {} }: FaultMatch): string {
  const parts = [
    ['path', path],
    ['key', key_id],
    ['source', source_id],
  ] as const
  return [
    ...parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`])),
    ...Object.entries(body).map(([member, value]) => `${member}=${value}`),
  ].join(', ')
}
