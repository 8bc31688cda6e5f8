import { escapeAscii, escapeDotnet, escapeGson, escapeHtml, escapeLeast, escapePhp, escapeSlashes } from './escapes.js'
import type { JsonStyle } from './write-json.js'

const compact = { comma: ',', colon: ':' }
const spaced = { comma: ', ', colon: ': ' }
const pretty = (indent: string) => ({ comma: ',', colon: ': ', indent })

/** How the serialisers people meet write JSON, the service's own way first; `as` ends the sentence "it verifies as …". */
export const JSON_STYLES = {
  compact: { as: 'compact JSON (JSON.stringify)', style: { ...compact, escape: escapeLeast } },
  python: { as: 'json.dumps of Python writes it', style: { ...spaced, escape: escapeAscii } },
  'python-unicode': {
    as: 'json.dumps(…, ensure_ascii=False) of Python writes it',
    style: { ...spaced, escape: escapeLeast },
  },
  'python-compact': {
    as: 'json.dumps(…, separators=(",", ":")) of Python writes it',
    style: { ...compact, escape: escapeAscii },
  },
  'pretty-2': { as: 'JSON indented by two spaces', style: { ...pretty('  '), escape: escapeLeast } },
  'pretty-4': { as: 'JSON indented by four spaces', style: { ...pretty('    '), escape: escapeLeast } },
  'pretty-tab': { as: 'JSON indented by tabs', style: { ...pretty('\t'), escape: escapeLeast } },
  'python-pretty-2': {
    as: 'json.dumps(…, indent=2) of Python writes it',
    style: { ...pretty('  '), escape: escapeAscii },
  },
  'python-pretty-4': {
    as: 'json.dumps(…, indent=4) of Python writes it',
    style: { ...pretty('    '), escape: escapeAscii },
  },
  php: { as: 'json_encode of PHP writes it', style: { ...compact, escape: escapePhp } },
  'php-unicode': {
    as: 'json_encode(…, JSON_UNESCAPED_UNICODE) of PHP writes it',
    style: { ...compact, escape: escapeSlashes },
  },
  'php-pretty': {
    as: 'json_encode(…, JSON_PRETTY_PRINT) of PHP writes it',
    style: { ...pretty('    '), escape: escapePhp },
  },
  go: { as: 'encoding/json of Go, or to_json of Rails, writes it', style: { ...compact, escape: escapeHtml } },
  gson: { as: 'Gson writes it', style: { ...compact, escape: escapeGson } },
  dotnet: { as: 'System.Text.Json of .NET writes it', style: { ...compact, escape: escapeDotnet } },
} as const satisfies Record<string, { as: string; style: JsonStyle }>

export type JsonStyleName = keyof typeof JSON_STYLES
export const JSON_STYLE_NAMES = Object.keys(JSON_STYLES) as JsonStyleName[]
