import { BODY, type Damage, damaged, SECRET, TEXT } from './subject.js'

const wrong = `sha256=${'5a'.repeat(32)}`

function row(id: string, how: string, says: RegExp, received: Parameters<typeof damaged>[1]): Damage {
  return { id, how, says, request: () => damaged({}, { signature: wrong, ...received }) }
}

export const VISIBLE_DAMAGES: Damage[] = [
  row('signature-missing', 'an empty header', /signature is missing/, { signature: '' }),
  row('secret-missing', 'no secret given', /secret is missing/, { secrets: [] }),
  row('secret-missing', 'the word undefined', /secret is missing/, { secrets: ['undefined'] }),
  ...[
    '$WEBHOOK_SECRET',
    '$'.concat('{WEBHOOK_SECRET}'),
    '%SECRET%',
    '$env:SECRET',
    'process.env.SECRET',
    '$'.concat('{{ secrets.HOOK }}'),
  ].map((secret) => row('secret-variable-literal', secret, /name of a variable/, { secrets: [secret] })),
  row('body-empty', 'a stream that was read', /body is empty/, { text: '' }),
  row('body-object-text', 'String(req.body)', /object/, { text: '[object Object]' }),
  row('body-object-text', 'no parser at all', /object/, { text: '{}' }),
  row('body-shorter-than-declared', 'Content-Length says more', /shorter than its Content-Length/, {
    text: TEXT.slice(0, 30),
    headers: { 'Content-Length': String(BODY.length) },
  }),
  row('body-unfinished', 'the first 60 bytes', /stops in the middle/, { text: TEXT.slice(0, 60) }),
  ...[20, 40, 66, 90, 93, 100, 110].map((length) =>
    row('body-unfinished', `the first ${length} bytes`, /stops in the middle/, { text: TEXT.slice(0, length) }),
  ),
  row('signature-of-other-service', 't=…,v1=…', /format of another service/, {
    signature: `t=1767225600,v1=${'ab'.repeat(32)}`,
  }),
  row('signature-malformed', 'too few digits', /not `sha256=` and 64/, { signature: 'sha256=abc' }),
  row('signature-malformed', 'the secret in its place', /not `sha256=` and 64/, { signature: SECRET }),
]
