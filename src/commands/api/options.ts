import { flag, text, texts } from '../../cli/options.js'

export const API_OPTIONS = {
  rawField: texts('-f, --raw-field <key=value>', 'a member as text'),
  field: texts('-F, --field <key=value>', 'a member as true, false, null, a number, or text; @FILE reads it'),
  input: text('--input <file>', 'the body from a file, or from stdin with -'),
  header: texts('-H, --header <line>', 'a further header, `Name: value`'),
  paginate: flag('--paginate', 'follow the pages of a listing to the end'),
  include: flag('-i, --include', 'status line and headers before the body'),
  idempotencyKey: text('--idempotency-key <key>', 'key of idempotency; auto makes one'),
}
