import { signatureUnder } from '../../../src/webhooks/signature.js'
import type { DiagnoseRequest } from '../../../src/webhooks/tools.js'

/** The secret and the delivery that the damages below are done to. */
export const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`

export const DELIVERY = {
  event: 'analysis.completed',
  timestamp: '2026-03-01T09:30:00.000Z',
  data: { survey_series_id: 12, survey_id: 34, analysis_id: 56, survey_name: 'Überblick <Q1> & "50%" https://a/b' },
}

export const TEXT = JSON.stringify(DELIVERY)
export const BODY = Buffer.from(TEXT)

/** A person's request: what was signed and with what, and what came of it. */
export function damaged(
  sent: { body?: string | Uint8Array; secret?: string | Uint8Array },
  received: Partial<DiagnoseRequest> & { text?: string },
): DiagnoseRequest {
  const { text, ...rest } = received
  const signed = sent.body === undefined ? BODY : Buffer.from(sent.body as string)
  return {
    body: text === undefined ? signed : Buffer.from(text),
    // Other signers take an empty secret, too.
    signature: signatureUnder((sent.secret ?? SECRET) as string, signed),
    secrets: [SECRET],
    ...rest,
  }
}

/** Damage, the cause it must be told as, and what the sentence must say. */
export interface Damage {
  id: string
  how: string
  says: RegExp
  request: () => DiagnoseRequest
}
