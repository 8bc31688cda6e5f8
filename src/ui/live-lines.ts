import { count } from '../base/count.js'
import { readableError } from '../base/network-errors.js'
import { parseJson } from '../base/parse-json.js'
import type { RequestRecord } from '../contract/control/requests.js'
import type { DeliverySummary } from '../contract/control/stream.js'
import { printableLine } from '../terminal/printable.js'
import { foldLine, pad, truncate } from '../terminal/width.js'
import {
  type DeliveryRow,
  type LiveState,
  type OpenRequest,
  type RequestRow,
  type SourceRow,
  shownRows,
  type Tab,
} from './live-state.js'

export type Paint = 'green' | 'yellow' | 'red' | 'blue'

/** A line of the view: its text already cut to the width. */
export interface Line {
  text: string
  paint?: Paint
}

/** The rows in sight, `height` of them, so that the chosen one is among them; `first` is the number of the first. */
export function rowLines(state: LiveState, width: number, height: number): { first: number; lines: Line[] } {
  const rows = shownRows(state)
  const first = Math.max(0, Math.min(state.selected - Math.floor(height / 2), rows.length - height))
  const lines = rows.slice(first, first + height).map((row) => {
    const { text, paint } = LINES[state.tab](row as never)
    const whose = state.hasMany ? `${pad(`#${row.orgId}`, 4)} ` : ''
    const shown = pad(truncate(printableLine(whose + text), width), width)
    return paint === undefined ? { text: shown } : { text: shown, paint }
  })
  return { first, lines }
}

const LINES: { [T in Tab]: (row: never) => Line } = {
  requests: ({ at, status, method, path, ms, hints, refusal }: RequestRow) => {
    const said = refusal ?? hints[0]
    return {
      text: `${new Date(at).toISOString().slice(11, 19)} ${status} ${pad(method, 6)} ${path} ${Math.round(ms)} ms${said === undefined ? '' : `  ${said}`}`,
      paint: paintOf(status),
    }
  },
  deliveries: ({ id, event, state, subscription_id, attempts, next_attempt_at }: DeliveryRow) => {
    const last = attempts.at(-1)
    const outcome = last === undefined ? 'not attempted yet' : (last.status ?? readableError(last.error))
    const next = next_attempt_at === null ? '' : `, next ${next_attempt_at.slice(5, 19).replace('T', ' ')}`
    return {
      text: `${pad(id, 9)} ${pad(state, 9)} ${event} to ${subscription_id}: ${outcome}, ${attempts.length} tried${next}`,
      paint: DELIVERY_PAINTS[state],
    }
  },
  sources: ({ source_id, source_title, mode, item_count, fields }: SourceRow) => ({
    text: `${pad(source_id, 5)} ${pad(String(item_count), 9, 'right')} items  ${count(fields.length, 'field')}  ${mode === 'EDITING' ? 'draft      ' : 'published  '}${source_title}`,
  }),
}

const DELIVERY_PAINTS: Record<DeliverySummary['state'], Paint> = {
  delivered: 'green',
  pending: 'blue',
  exhausted: 'red',
  cancelled: 'yellow',
}

function paintOf(status: number): Paint {
  return status < 300 ? 'green' : status < 500 ? 'yellow' : 'red'
}

/** What is open of a request, in lines of the width at most: hints, headers and bodies, longer ones folded. */
export function requestLines({ orgId, record }: Pick<OpenRequest, 'orgId' | 'record'>, width: number): Line[] {
  if (!record) return [{ text: truncate('…', width) }]
  return partsOf(record, orgId).flatMap((line) =>
    foldLine(printableLine(line.text), width).map((text) => ({ ...line, text })),
  )
}

function partsOf(record: RequestRecord, orgId: string): Line[] {
  const { method, path, status, operation, id, key_id, ms, hints } = record
  return [
    { text: `${method} ${path}` },
    {
      text: `${status} in ${Math.round(ms)} ms, ${operation ?? 'no operation'}, ${id}, organisation ${orgId}, key ${key_id ?? 'none'}`,
      paint: paintOf(status),
    },
    ...hints.map((hint): Line => ({ text: `hint: ${hint}`, paint: 'yellow' })),
    { text: '' },
    { text: 'RESPONSE' },
    ...bodyLines(record.response_body),
    { text: '' },
    { text: 'REQUEST' },
    ...bodyLines(record.request_body),
    ...Object.entries(record.request_headers).map(([name, value]) => ({ text: `${name}: ${value}` })),
  ]
}

const BODY_LINES = 500

function bodyLines(body: string | null): Line[] {
  if (body === null) return [{ text: '(no body)' }]
  const lines = layOut(body).split('\n')
  const shown = lines.slice(0, BODY_LINES).map((text) => ({ text }))
  const left = lines.length - shown.length
  return left === 0 ? shown : [...shown, { text: `… and ${left} more lines: \`inpk emulator logs --json\` shows them` }]
}

function layOut(body: string): string {
  const value = parseJson(body)
  return value === undefined ? body : JSON.stringify(value, null, 2)
}
