import { JSON_STYLE_NAMES, JSON_STYLES, type JsonStyleName } from '../../json/styles.js'
import { writeJson } from '../../json/write-json.js'
import type { FrameworkName } from '../../raw-body/index.js'
import type { BodyCause } from '../cause.js'

/** Who writes which style, so whose raw body is available. */
const WRITERS: Partial<Record<JsonStyleName, readonly FrameworkName[]>> = {
  compact: ['express', 'fastify', 'nextjs', 'hono', 'koa', 'rails', 'spring'],
  python: ['flask', 'django'],
  'python-unicode': ['flask', 'django'],
  'python-compact': ['flask', 'django'],
  php: ['php'],
  'php-unicode': ['php'],
  'php-pretty': ['php'],
  go: ['go', 'rails'],
  gson: ['spring'],
}

/** The body was parsed and written again: a cause for each style it may have had, the service's own first. */
export const RESERIALISED: readonly BodyCause[] = JSON_STYLE_NAMES.map((name) => ({
  id: `body-reserialised-${name}`,
  family: 'body',
  sentence: ({ style }) => {
    const looks = style === undefined ? '' : `, but this body is formatted like ${JSON_STYLES[style].as}`
    return `The body was parsed and serialised again before it was verified: the signature matches ${JSON_STYLES[name].as}${looks}.`
  },
  fix: 'Keep the raw body and compute the HMAC over it; parse it afterwards.',
  rawBody: ({ style }) => (style === undefined ? undefined : WRITERS[style]),
  *bodies({ json }) {
    if (json) yield writeJson(json, JSON_STYLES[name].style)
  },
}))
