import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { BODY, type Damage, DELIVERY, damaged, TEXT } from './subject.js'

type Bytes = string | Uint8Array

/** A row: the cause, what was sent and signed, and what was checked. */
function row(id: string, how: string, says: RegExp, received: Bytes, sent: Bytes = BODY, more = {}): Damage {
  return { id, how, says, request: () => damaged({ body: sent }, { body: Buffer.from(received as string), ...more }) }
}

const PRETTY = JSON.stringify(DELIVERY, null, 2)
const LATIN1 = Buffer.from(TEXT, 'latin1')
/** Written by hand, as no serialiser does: only what keeps white space can explain it. */
const ODD = '{ "event":"x" , "timestamp": "2026-01-01T00:00:00Z","data":{"name":"Ü/<é>","n":1.50,"big":1e3,"c":7}}'
const LARGE = TEXT.replace(':56', ':1234567890123456789')
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const multipart = `--xYz\r\nContent-Disposition: form-data; name="body"\r\n\r\n${TEXT}\r\n--xYz--\r\n`
const nulled =
  '{"event":"content.pushed","timestamp":"2026-01-01T00:00:00.000Z","data":{"survey_series_id":1,"survey_id":2,"question_ids":[3],"inserted":1,"duplicates":0,"source_reference":null}}'

export const EDGE_DAMAGES: Damage[] = [
  row('body-line-break-added', 'LF', /line break was added/, `${TEXT}\n`),
  row('body-line-break-added', 'CRLF', /line break was added/, `${TEXT}\r\n`),
  row('body-line-break-lost', 'LF', /line break at the end of the body was lost/, TEXT, `${TEXT}\n`),
  row('body-line-break-lost', 'CRLF', /line break at the end of the body was lost/, TEXT, `${TEXT}\r\n`),
  row('body-bom-added', 'an editor', /byte order mark was added/, `\ufeff${TEXT}`),
  row('body-bom-lost', 'a decoder', /byte order mark at the start of the body was lost/, TEXT, `\ufeff${TEXT}`),
  row('body-white-space-added', 'blanks on both sides', /White space was added/, ` ${TEXT} \n`),
  row('body-white-space-trimmed', 'a blank behind', /trimmed/, TEXT, `${TEXT} `),
  row('body-white-space-trimmed', 'two line breaks behind', /trimmed/, TEXT, `${TEXT}\n\n`),
  row('body-nul-padded', 'a buffer of 1 KB', /zero bytes/, Buffer.concat([BODY, Buffer.alloc(1024 - BODY.length)])),
  row('body-lf-to-crlf', 'text mode', /from LF to CRLF/, PRETTY.replaceAll('\n', '\r\n'), PRETTY),
  row('body-crlf-to-lf', 'text mode', /from CRLF to LF/, PRETTY, PRETTY.replaceAll('\n', '\r\n')),
  row(
    'body-line-breaks-removed',
    'curl -d',
    /All line breaks were removed/,
    PRETTY.replaceAll('\n', ''),
    `${PRETTY}\n`,
  ),
]

export const JSON_DAMAGES: Damage[] = [
  row(
    'body-reserialised-compact',
    'indented',
    /the signature matches compact JSON.*, but this body is formatted like JSON indented by two/,
    PRETTY,
  ),
  row(
    'body-reserialised-pretty-2',
    'Express',
    /signature matches JSON indented by two spaces.*formatted like compact/,
    TEXT,
    PRETTY,
  ),
  row(
    'body-reserialised-pretty-4',
    'Express',
    /signature matches JSON indented by four spaces/,
    TEXT,
    JSON.stringify(DELIVERY, null, 4),
  ),
  row(
    'body-reserialised-pretty-tab',
    'Express',
    /signature matches JSON indented by tabs/,
    TEXT,
    JSON.stringify(DELIVERY, null, '\t'),
  ),
  row(
    'body-keys-reordered',
    'sorted',
    /reordered/,
    '{"data":{"analysis_id":56,"survey_id":34,"survey_name":"Ü","survey_series_id":12},"event":"analysis.completed","timestamp":"t"}',
    '{"event":"analysis.completed","timestamp":"t","data":{"survey_series_id":12,"survey_id":34,"analysis_id":56,"survey_name":"Ü"}}',
  ),
  row(
    'body-keys-reordered',
    'a jsonb column',
    /reordered/,
    '{"data": {"survey_id": 34, "analysis_id": 56, "survey_name": "Ü", "survey_series_id": 12}, "event": "analysis.completed", "timestamp": "t"}',
    '{"event":"analysis.completed","timestamp":"t","data":{"survey_series_id":12,"survey_id":34,"analysis_id":56,"survey_name":"Ü"}}',
  ),
  row(
    'body-signed-sorted',
    'signed with sort_keys',
    /with its keys sorted/,
    TEXT,
    '{"data":{"analysis_id":56,"survey_id":34,"survey_name":"Überblick <Q1> & \\"50%\\" https://a/b","survey_series_id":12},"event":"analysis.completed","timestamp":"2026-03-01T09:30:00.000Z"}',
  ),
  row(
    'body-escaped',
    'escapes in odd JSON',
    /replaced by escapes/,
    ODD.replace('Ü/<é>', '\\u00dc\\/\\u003c\\u00e9\\u003e'),
    ODD,
  ),
  row(
    'body-unescaped',
    'é for its escape',
    /Escapes in the body.*were replaced by the characters/,
    ODD,
    ODD.replace('Ü', '\\u00dc').replace('é', '\\u00e9'),
  ),
  row('body-slashes-unescaped', 'backslashes lost', /Escaped slashes.*lost/, ODD, ODD.replace('/', '\\/')),
  row('body-escape-case', 'upper case', /changed their case/, ODD.replace('é', '\\u00E9'), ODD.replace('é', '\\u00e9')),
  row('body-backslashes-added', 'addslashes', /one time too many/, TEXT.replace(/["\\]/g, '\\$&')),
  row('body-slashes-collapsed', 'a path tidied', /merged into one/, TEXT.replace('https://', 'https:/')),
  row('body-numbers-shortened', '1.50 to 1.5', /a shorter form/, ODD.replace('1.50', '1.5'), ODD),
  row('body-numbers-shortened', '1e3 to 1000', /a shorter form/, ODD.replace('1e3', '1000'), ODD),
  row('body-numbers-shortened', '7.0 to 7', /a shorter form/, ODD, ODD.replace(':7', ':7.0')),
  row(
    'body-numbers-lengthened',
    '7 to 7.0',
    /1 became 1.0/,
    ODD.replace(':7', ':7.0').replace('1.50', '1.5').replace('1e3', '1000'),
    ODD.replace('1.50', '1.5').replace('1e3', '1000'),
  ),
  row('body-numbers-rounded', 'JSON.parse of a large id', /rounded/, JSON.stringify(JSON.parse(LARGE)), LARGE),
  row('body-numbers-quoted', 'ids as strings', /became strings/, TEXT.replace(/:(\d+)([,}])/g, ':"$1"$2')),
  row('body-timestamp-rewritten', 'milliseconds dropped', /timestamp in the body/, TEXT.replace('.000Z', 'Z')),
  row('body-timestamp-rewritten', 'an offset for Z', /timestamp in the body/, TEXT.replace('.000Z', '+00:00')),
  row(
    'body-nulls-dropped',
    'Include.NON_NULL',
    /null were dropped/,
    nulled.replace(',"source_reference":null', ''),
    nulled,
  ),
  row('body-members-added', 'a middleware', /were added to the body/, TEXT.replace('{', '{"received_at":1,')),
  row('body-members-added', 'within data', /were added to the body/, TEXT.replace('"data":{', '"data":{"tenant":"t",')),
]

export const TEXT_DAMAGES: Damage[] = [
  row('body-double-encoded', 'decoded as Latin-1', /became `Ã©`/, BODY.toString('latin1')),
  row('body-double-encoded', 'decoded as Windows-1252', /became `Ã©`/, '{"n":"â‚¬ Ãœ"}', '{"n":"€ Ü"}'),
  row('body-double-encoded', 'twice over', /became `Ã©`/, Buffer.from(BODY.toString('latin1')).toString('latin1')),
  row('body-latin1', 'written in Latin-1', /Latin-1 or Windows-1252; it was sent in UTF-8/, LATIN1),
  row(
    'body-latin1',
    'written in Windows-1252',
    /Latin-1 or Windows-1252/,
    Buffer.from('{"n":"\x80"}', 'latin1'),
    '{"n":"€"}',
  ),
  row('body-signed-double-encoded', 'signed as Latin-1', /as UTF-8 again/, BODY, BODY.toString('latin1')),
  row('body-utf16', 'a redirection in PowerShell', /UTF-16/, Buffer.from(`\ufeff${TEXT}\r\n`, 'utf16le')),
  row('body-utf16', 'big-endian', /UTF-16/, Buffer.from(TEXT, 'utf16le').swap16()),
  row('body-normalised', 'NFD', /composed differently/, TEXT.normalize('NFD')),
  row('body-url-encoded', 'encodeURIComponent', /is URL-encoded/, encodeURIComponent(TEXT)),
  row('body-url-encoded', 'as a form', /is URL-encoded/, new URLSearchParams({ payload: TEXT }).toString()),
  row(
    'body-form-parsed',
    'the JSON as a name',
    /became the name of a field/,
    '{"{\\"event\\":\\"x\\"}":""}',
    '{"event":"x"}',
  ),
  row('body-form-parsed', 'a = behind it', /became the name of a field/, `${TEXT}=`),
  row('body-form-field', 'a name before it', /name of a form field/, `payload=${TEXT}`),
  row(
    'body-url-decoded',
    'a + in the time',
    /URL-decoded/,
    '{"event":"x","at":"2026-01-01T00:00:00 01:00"}',
    '{"event":"x","at":"2026-01-01T00:00:00+01:00"}',
  ),
  row(
    'body-url-decoded',
    'a + among blanks',
    /URL-decoded/,
    '{"event":"x","n":"a b c d"}',
    '{"event":"x","n":"a b+c d"}',
  ),
]

export const TRANSPORT_DAMAGES: Damage[] = [
  row('body-json-string', 'JSON.stringify of text', /serialised twice/, JSON.stringify(TEXT)),
  row('body-json-string', 'signed twice serialised', /serialised twice/, TEXT, JSON.stringify(TEXT)),
  row(
    'body-in-event',
    'a Lambda event',
    /platform event/,
    JSON.stringify({ version: '2.0', body: TEXT, isBase64Encoded: false }),
  ),
  row(
    'body-in-event',
    'a Lambda event in base64',
    /platform event/,
    JSON.stringify({ body: BODY.toString('base64'), isBase64Encoded: true }),
  ),
  row('body-base64', 'API Gateway', /still in base64/, BODY.toString('base64')),
  row('body-signed-base64', 'signed in base64', /covers the base64 of the body/, BODY, BODY.toString('base64')),
  row(
    'body-whole-request',
    'a request as saved',
    /request line and the headers/,
    `POST /hooks HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\r\n${TEXT}`,
  ),
  row(
    'body-chunked',
    'two chunks',
    /chunked transfer encoding/,
    `${chunk(TEXT.slice(0, 40))}${chunk(TEXT.slice(40))}0\r\n\r\n`,
  ),
  row('body-multipart', 'curl -F', /multipart form/, multipart),
  row(
    'body-python-bytes',
    'str(body)',
    /Python bytes object/,
    `b'${BODY.toString('latin1')
      .replaceAll('\\', '\\\\')
      .replace(/[\x80-\xff]/g, (unit) => `\\x${unit.charCodeAt(0).toString(16)}`)}'`,
  ),
  row(
    'body-html-entities',
    'a template',
    /HTML entities/,
    TEXT.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ),
  row('body-surrounded', 'a log line', /text before or after the body/, `10:00 INFO body=${TEXT} (200)`),
  row('body-cut', 'as many bytes as characters', /closing characters are missing/, BODY.subarray(0, TEXT.length)),
  row(
    'body-signed-cut',
    'signed by characters',
    /as many bytes as it has characters/,
    BODY,
    BODY.subarray(0, TEXT.length),
  ),
  row('body-compressed', 'gzip', /still compressed/, gzipSync(BODY)),
  row('body-compressed', 'deflate', /still compressed/, deflateSync(BODY)),
  row('body-compressed', 'deflate without a header', /still compressed/, deflateRawSync(BODY)),
  row('body-compressed', 'br', /still compressed/, brotliCompressSync(BODY)),
  row('body-decompressed', 'gzip', /covers the compressed body/, BODY, gzipSync(BODY)),
  row('body-decompressed', 'deflate', /covers the compressed body/, BODY, deflateSync(BODY)),
  row('body-decompressed', 'br', /covers the compressed body/, BODY, brotliCompressSync(BODY)),
]
