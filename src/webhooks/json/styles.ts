import { escapeAscii, escapeDotnet, escapeGson, escapeHtml, escapeLeast, escapePhp, escapeSlashes } from './escapes.js'
import type { JsonStyle } from './write-json.js'

const compact = { comma: ',', colon: ':' }
const spaced = { comma: ', ', colon: ': ' }
const pretty = (indent: string) => ({ comma: ',', colon: ': ', indent })

/** How the serialisers people meet write JSON, the service's own way first; `as` ends the sentence "the signature matches …". */
export const JSON_STYLES = {
  compact: { as: 'compact JSON (JSON.stringify)', style: { ...compact, escape: escapeLeast } },
  python: { as: "Python's json.dumps", style: { ...spaced, escape: escapeAscii } },
  'python-unicode': {
    as: "Python's json.dumps(…, ensure_ascii=False)",
    style: { ...spaced, escape: escapeLeast },
  },
  'python-compact': {
    as: `Python's json.dumps(…, separators=(",", ":"))`,
    style: { ...compact, escape: escapeAscii },
  },
  'pretty-2': { as: 'JSON indented by two spaces', style: { ...pretty('  '), escape: escapeLeast } },
  'pretty-4': { as: 'JSON indented by four spaces', style: { ...pretty('    '), escape: escapeLeast } },
  'pretty-tab': { as: 'JSON indented by tabs', style: { ...pretty('\t'), escape: escapeLeast } },
  'python-pretty-2': {
    as: "Python's json.dumps(…, indent=2)",
    style: { ...pretty('  '), escape: escapeAscii },
  },
  'python-pretty-4': {
    as: "Python's json.dumps(…, indent=4)",
    style: { ...pretty('    '), escape: escapeAscii },
  },
  php: { as: "PHP's json_encode", style: { ...compact, escape: escapePhp } },
  'php-unicode': {
    as: "PHP's json_encode(…, JSON_UNESCAPED_UNICODE)",
    style: { ...compact, escape: escapeSlashes },
  },
  'php-pretty': {
    as: "PHP's json_encode(…, JSON_PRETTY_PRINT)",
    style: { ...pretty('    '), escape: escapePhp },
  },
  go: { as: "Go's encoding/json or Rails' to_json", style: { ...compact, escape: escapeHtml } },
  gson: { as: 'Gson', style: { ...compact, escape: escapeGson } },
  dotnet: { as: ".NET's System.Text.Json", style: { ...compact, escape: escapeDotnet } },
} as const satisfies Record<string, { as: string; style: JsonStyle }>

export type JsonStyleName = keyof typeof JSON_STYLES
export const JSON_STYLE_NAMES = Object.keys(JSON_STYLES) as JsonStyleName[]
