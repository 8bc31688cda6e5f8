import type { BodyCause } from '../cause.js'
import type { Evidence } from '../evidence.js'

const NO_FORM = "Don't run a form parser on it: the body is application/json."
/** This many blanks are turned back into `+` one by one, in bodies up to this size. */
const MAX_SINGLE = 32
const MAX_SINGLE_BYTES = 256 * 1024

/** The body was taken for a form or a part of a URL, in the order it is tried. */
export const FORMS = [
  {
    id: 'body-url-encoded',
    family: 'body',
    sentence: 'The body is URL-encoded.',
    fix: `${NO_FORM} With curl use --data-binary, not --data-urlencode.`,
    rawBody: true,
    *bodies({ text }) {
      if (!text || !/%[\da-f]{2}/i.test(text)) return
      const value = text.replace(/^[\w.-]*=/, '').replace(/=$/, '')
      for (const each of [value.replaceAll('+', ' '), value]) yield* decoded(each)
    },
  },
  {
    id: 'body-form-parsed',
    family: 'body',
    sentence: 'The body was read as a form: the JSON became the name of a field.',
    fix: NO_FORM,
    rawBody: true,
    bodies: fieldNames,
  },
  {
    id: 'body-form-field',
    family: 'body',
    sentence: 'The body is prefixed with the name of a form field.',
    fix: `${NO_FORM} With curl use --data-binary @file.`,
    *bodies({ text }) {
      const value = /^[\w.-]+=(.*)$/s.exec(text ?? '')?.[1]
      if (value !== undefined) yield* [value, value.replaceAll('+', ' ')]
    },
  },
  {
    id: 'body-url-decoded',
    family: 'body',
    sentence: 'The body was URL-decoded: a `+` or an escape such as `%25` in it was replaced.',
    fix: NO_FORM,
    rawBody: true,
    bodies: encodedAgain,
  },
] as const satisfies readonly BodyCause[]

function* decoded(text: string): Generator<string> {
  try {
    yield decodeURIComponent(text)
  } catch {
    // Not all of it is URL-encoded.
  }
}

function* fieldNames({ json, text }: Evidence): Generator<string> {
  if (text?.endsWith('=')) yield text.slice(0, -1)
  if (json?.kind !== 'object' || json.members.length !== 1) return
  const { key, value } = json.members[0]!
  if (value.kind !== 'string') return
  yield key
  // A `=` in the JSON parts the name of the field from its value.
  yield `${key}=${value.value}`
  yield `${key.replaceAll(' ', '+')}`
}

function* encodedAgain({ text }: Evidence): Generator<string> {
  if (text === undefined) return
  yield text.replace(/(T[\d:.]+) (\d\d:?\d\d)/g, '$1+$2')
  yield text.replaceAll('%', '%25')
  yield encodeURIComponent(text.toWellFormed())
  yield text.replaceAll(' ', '+')
  if (text.length > MAX_SINGLE_BYTES) return
  let at = text.indexOf(' ')
  for (let count = 0; at >= 0 && count < MAX_SINGLE; count++, at = text.indexOf(' ', at + 1)) {
    yield `${text.slice(0, at)}+${text.slice(at + 1)}`
  }
}
