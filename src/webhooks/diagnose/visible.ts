import { isUnfinished } from './body/unfinished.js'
import type { VisibleCause } from './cause.js'
import { isVariable } from './secret/unset.js'
import { isOtherScheme } from './signature/forms.js'

const READ_BEFORE = 'Something read the request first: get the raw body before any other middleware reads it.'

/** Looked at in this order when nothing makes the signature verify. */
export const VISIBLE_CAUSES = [
  {
    id: 'signature-missing',
    family: 'signature',
    sentence: 'The signature is missing.',
    fix: 'Read the X-Service-Signature header; if a proxy is in between, make it forward the header.',
    isSeen: ({ signature }) => signature.trim() === '',
  },
  {
    id: 'secret-missing',
    family: 'secret',
    sentence: 'The secret is missing or empty.',
    fix: "Set the secret in the receiver's environment: a variable is missing there.",
    isSeen: ({ secrets }) => secrets.every((secret) => /^\s*(?:undefined|null|None)?\s*$/.test(secret)),
  },
  {
    id: 'secret-variable-literal',
    family: 'secret',
    sentence: 'The secret is the name of a variable that was never expanded.',
    fix: 'Expand the variable where you set the secret: `.env` files, quotes and CI settings keep `$NAME` as it is.',
    isSeen: ({ secrets }) => secrets.some(isVariable),
  },
  {
    id: 'body-empty',
    family: 'body',
    sentence: 'The body is empty; deliveries never are.',
    fix: READ_BEFORE,
    rawBody: true,
    isSeen: ({ body }) => body.length === 0,
  },
  {
    id: 'body-object-text',
    family: 'body',
    sentence: 'The body is an object or a missing value turned into text; the original bytes are lost.',
    fix: READ_BEFORE,
    rawBody: true,
    isSeen: ({ body }) =>
      body.length < 64 && /^\s*(?:\[object \w+\]|undefined|null|None|nil|\{\}|"")\s*$/.test(body.toString('latin1')),
  },
  {
    id: 'body-shorter-than-declared',
    family: 'body',
    sentence: 'The body is shorter than its Content-Length: the end is missing.',
    fix: 'Read until the end of the request, and save all of it.',
    rawBody: true,
    isSeen: ({ body, headers }) => Number(headers['content-length']) > body.length,
  },
  {
    id: 'body-unfinished',
    family: 'body',
    sentence: 'The body stops in the middle of its JSON: the end is missing.',
    fix: 'Read until the end of the request, and save all of it. A Content-Length counts bytes, not characters.',
    rawBody: true,
    isSeen: ({ text }) => text !== undefined && /^\s*\{\s*"event"/.test(text) && isUnfinished(text),
  },
  {
    id: 'signature-of-other-service',
    family: 'signature',
    sentence: 'The signature has the format of another service, with a timestamp or a version in it.',
    fix: 'Take the header X-Service-Signature: `sha256=` and 64 lower-case hex digits.',
    isSeen: ({ signature }) => isOtherScheme(signature),
  },
  {
    id: 'signature-malformed',
    family: 'signature',
    sentence: 'The signature is not `sha256=` and 64 lower-case hex digits.',
    fix: 'Pass on the value of X-Service-Signature exactly as you received it.',
    isSeen: ({ signature }) => !/^sha256=[0-9a-f]{64}$/.test(signature),
  },
] as const satisfies readonly VisibleCause[]
