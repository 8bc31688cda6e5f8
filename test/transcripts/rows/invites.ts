import { row, type TranscriptRow } from '../row.js'

export const TEMPLATE = 'emulator templates set 1 template.json'
export const DOMAIN = 'emulator domain set mail.example.com'
/** A distribution whose mails are out and whose outcomes are known. */
const SENT = [TEMPLATE, DOMAIN, 'invites send Tickets recipients.csv', 'emulator clock advance 2s']

/** Uploads, invites, and what the dashboard has of them. */
export const INVITE_ROWS: Record<string, TranscriptRow> = {
  upload: row('upload answers.csv --source Tickets', 'upload items.json --source Tickets', 2),
  'invites template': row('invites template Tickets', 'invites template Nowhere', 5, { given: [TEMPLATE, DOMAIN] }),
  'invites send': row('invites send Tickets recipients.csv', 'invites send Tickets reviews.csv', 6, {
    given: [TEMPLATE, DOMAIN],
  }),
  'invites show': row('invites show inv_1', 'invites show inv_9', 5, { given: SENT }),
  'invites recipients': row('invites recipients inv_1', 'invites recipients inv_9', 5, { given: SENT }),
  'emulator templates list': row('emulator templates list', 'emulator templates list --org 9', 5, {
    given: [TEMPLATE],
  }),
  'emulator templates show': row('emulator templates show 1', 'emulator templates show 9', 5, { given: [TEMPLATE] }),
  'emulator templates set': row(TEMPLATE, 'emulator templates set 1 empty.json', 6),
  'emulator templates delete': row('emulator templates delete 1', 'emulator templates delete 9', 5, {
    given: [TEMPLATE],
  }),
  'emulator domain show': row('emulator domain show', 'emulator domain show --org 9', 5, { given: [DOMAIN] }),
  'emulator domain set': row(DOMAIN, 'emulator domain set "no domain"', 6),
  'emulator outbox list': row('emulator outbox list --to ada', 'emulator outbox list --limit many', 2, { given: SENT }),
  'emulator outbox wait': row('emulator outbox wait --to ada', 'emulator outbox wait --to grace@ --within 1s', 12, {
    given: SENT,
  }),
  'emulator outbox show': row('emulator outbox show msg_1', 'emulator outbox show msg_9', 5, { given: SENT }),
}
