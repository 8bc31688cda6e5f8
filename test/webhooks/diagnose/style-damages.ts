import { type Damage, damaged } from './subject.js'

/** One value as its maker writes it, from the documentation of each; all mean the same. */
const STYLES: Record<string, string> = {
  compact: '{"event":"x","data":{"n":"Ü \'a\' <b>&=/","list":[1,{}]}}',
  python: '{"event": "x", "data": {"n": "\\u00dc \'a\' <b>&=/", "list": [1, {}]}}',
  'python-unicode': '{"event": "x", "data": {"n": "Ü \'a\' <b>&=/", "list": [1, {}]}}',
  'python-compact': '{"event":"x","data":{"n":"\\u00dc \'a\' <b>&=/","list":[1,{}]}}',
  'python-pretty-2':
    '{\n  "event": "x",\n  "data": {\n    "n": "\\u00dc \'a\' <b>&=/",\n    "list": [\n      1,\n      {}\n    ]\n  }\n}',
  'python-pretty-4':
    '{\n    "event": "x",\n    "data": {\n        "n": "\\u00dc \'a\' <b>&=/",\n        "list": [\n            1,\n            {}\n        ]\n    }\n}',
  php: '{"event":"x","data":{"n":"\\u00dc \'a\' <b>&=\\/","list":[1,{}]}}',
  'php-unicode': '{"event":"x","data":{"n":"Ü \'a\' <b>&=\\/","list":[1,{}]}}',
  'php-pretty':
    '{\n    "event": "x",\n    "data": {\n        "n": "\\u00dc \'a\' <b>&=\\/",\n        "list": [\n            1,\n            {}\n        ]\n    }\n}',
  go: '{"event":"x","data":{"n":"Ü \'a\' \\u003cb\\u003e\\u0026=/","list":[1,{}]}}',
  gson: '{"event":"x","data":{"n":"Ü \\u0027a\\u0027 \\u003cb\\u003e\\u0026\\u003d/","list":[1,{}]}}',
  dotnet: '{"event":"x","data":{"n":"\\u00DC \\u0027a\\u0027 \\u003Cb\\u003E\\u0026=/","list":[1,{}]}}',
}

const { compact = '' } = STYLES

/** Each style was sent and then written anew in compact form, and the other way round. */
export const STYLE_DAMAGES: Damage[] = Object.entries(STYLES)
  .filter(([name]) => name !== 'compact')
  .flatMap(([name, text]) => [
    {
      id: `body-reserialised-${name}`,
      how: `sent as ${name}, checked as compact`,
      says: /parsed and serialised again before it was verified: the signature matches .*, but this body is formatted like compact JSON/,
      request: () => damaged({ body: text }, { text: compact }),
    },
    {
      id: 'body-reserialised-compact',
      how: `sent as compact, checked as ${name}`,
      says: /signature matches compact JSON .*, but this body is formatted like /,
      request: () => damaged({ body: compact }, { text }),
    },
  ])
