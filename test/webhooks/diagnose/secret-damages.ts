import { type Damage, damaged, SECRET } from './subject.js'

const inner = SECRET.slice('whsec_'.length)

/** A row: the cause, the secret the signature was made with, the one at hand. */
function row(id: string, how: string, says: RegExp, used: string | Uint8Array, atHand: string, more = {}): Damage {
  return { id, how, says, request: () => damaged({ secret: used }, { secrets: [atHand], ...more }) }
}

export const SECRET_DAMAGES: Damage[] = [
  row('secret-white-space', 'a line break from a file', /white space or a line break around/, SECRET, `${SECRET}\n`),
  row('secret-white-space', 'blanks on both sides', /white space or a line break around/, SECRET, ` ${SECRET} `),
  row('secret-white-space', 'a zero-width blank from a web page', /white space/, SECRET, `\u200b${SECRET}`),
  row('secret-white-space', 'a no-break space', /white space/, SECRET, `${SECRET}\u00a0`),
  row('secret-quotes', 'double quotes', /quotation marks around/, SECRET, `"${SECRET}"`),
  row('secret-quotes', 'single quotes and a line break', /quotation marks around/, SECRET, `'${SECRET}'\n`),
  row('secret-whole-line', 'a line of .env', /whole line of a settings file/, SECRET, `WEBHOOK_SECRET=${SECRET}`),
  row('secret-whole-line', 'an export with quotes', /whole line/, SECRET, `export WEBHOOK_SECRET="${SECRET}"`),
  row('secret-whole-line', 'a line of YAML', /whole line/, SECRET, `secret: ${SECRET}`),
  row('secret-line-break-missing', 'echo in the script that signs', /with a line break after/, `${SECRET}\n`, SECRET),
  row('secret-quotes-missing', 'quotes kept where it signs', /made with quotation marks/, `"${SECRET}"`, SECRET),
  row('secret-prefix-missing', 'whsec_ left out', /lacks its prefix `whsec_`/, SECRET, inner),
  row('secret-prefix-removed', 'whsec_ taken away by the signer', /without its prefix `whsec_`/, inner, SECRET),
  row('secret-case', 'upper case', /upper or lower case/, 'abc-secret', 'ABC-SECRET'),
  row('secret-case', 'lower case', /upper or lower case/, 'ABC-SECRET', 'abc-secret'),
  row('secret-old', 'signed before the rotation', /from before the rotation/, 'old-secret', SECRET, {
    oldSecrets: ['older', 'old-secret'],
  }),
  row('secret-base64-decoded', 'base64 taken apart', /decoded from base64/, Buffer.from(inner, 'base64'), inner),
  row(
    'secret-base64-decoded',
    'prefix taken away, then base64',
    /decoded from base64/,
    Buffer.from(inner, 'base64'),
    SECRET,
  ),
  row(
    'secret-hex-decoded',
    'hex taken apart',
    /decoded from hex/,
    Buffer.from('00112233aabbccdd', 'hex'),
    '00112233aabbccdd',
  ),
  row(
    'secret-base64-encoded',
    'base64 decoded at hand',
    /with its base64/,
    Buffer.from('plain secret').toString('base64'),
    'plain secret',
  ),
  row(
    'secret-base64-encoded',
    'prefix and base64 decoded at hand',
    /with its base64/,
    SECRET,
    Buffer.from(inner, 'base64').toString(),
  ),
  row(
    'secret-hex-encoded',
    'hex decoded at hand',
    /with its hex digits/,
    Buffer.from('plain secret').toString('hex'),
    'plain secret',
  ),
  row('secret-url-encoded', '%2B and %3D', /URL-encoded/, 'a+b/c==', encodeURIComponent('a+b/c==')),
  row('secret-url-decoded', 'a plus became a blank', /URL-decoded/, 'a+b/c==', 'a b/c=='),
  row('secret-escaped', 'a backslash before $', /backslashes/, 'pa$$word', 'pa\\$\\$word'),
  row('secret-escaped', 'escapes of JSON', /backslashes/, 'caf\u00e9', 'caf\\u00e9'),
  row('secret-escapes-lost', '$$ became $', /lost characters to a shell/, 'pa$$word', 'pa$word'),
  row('secret-charset', 'Latin-1', /not encoded as UTF-8/, Buffer.from('pässwörd', 'latin1'), 'pässwörd'),
  row('secret-charset', 'UTF-16', /not encoded as UTF-8/, Buffer.from(SECRET, 'utf16le'), SECRET),
  row('secret-charset', 'decomposed accents', /not encoded as UTF-8/, 'pässwörd'.normalize('NFD'), 'pässwörd'),
  row('secret-variable-unset', 'no secret', /without a secret/, '', SECRET),
  row('secret-variable-unset', 'String(undefined)', /without a secret/, 'undefined', SECRET),
  row('secret-variable-unset', "Python's None", /without a secret/, 'None', SECRET),
  row('secret-variable-name', '$NAME in single quotes', /name of the variable/, '$MY_HOOK', SECRET, {
    secretName: 'MY_HOOK',
  }),
  row('secret-variable-name', 'a name often used', /name of the variable/, '$'.concat('{WEBHOOK_SECRET}'), SECRET),
]
