import { flag, text, texts } from '../../cli/options.js'

export const API_OPTIONS = {
  rawField: texts('-f, --raw-field <key=value>', 'a member as text'),
  field: texts('-F, --field <key=value>', 'a member as true, false, null, a number, or text; @FILE reads it'),
  input: text('--input <file>', 'read the body from a file; - reads stdin'),
  header: texts('-H, --header <line>', 'extra header, `Name: value`'),
  paginate: flag('--paginate', 'fetch every page of a listing'),
  include: flag('-i, --include', 'print the status line and headers before the body'),
  idempotencyKey: text('--idempotency-key <key>', 'idempotency key; auto generates one'),
}
