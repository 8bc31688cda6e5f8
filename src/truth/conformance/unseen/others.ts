/** Rules that bind clients and receivers. */
export const CLIENTS = {
  'CLI-1': 'A client does not work against the dashboard host: an HTML answer with 200 is never taken for a success.',
  'CLI-2': 'A client accepts further members in `key` and `credits`, and null or absence of every member of `credits`.',
  'SIG-2': 'A receiver computes the HMAC over the bytes exactly as received, before it parses any JSON.',
  'SIG-3': 'A receiver compares signatures in constant time.',
  'SIG-4': 'A receiver rejects a delivery that does not verify.',
  'CLI-3': 'Delivery is at-least-once: a receiver tolerates the same delivery twice.',
  'CLI-4': 'The order of events is not guaranteed: a receiver does not depend on it.',
  'CLI-5': 'A client decides by `error.code`, never by `error.message`.',
  'CLI-6': 'A client ignores response fields it does not know.',
  'CLI-7': 'A client tolerates webhook event types it does not know.',
  'CLI-8': 'A client reads these two headers as news of the envelope alone: no endpoint is reported as deprecated.',
  'CLI-9': 'A client reads the payload from `data` when that key is there.',
  'CLI-10': 'A client reads the payload from the root when there is no key `data`.',
} as const

/** Rules that announce or explain. */
export const NOTES = {
  'ANA-1':
    'What an analysis finds reaches the caller in three ways: read calls, signed webhooks and the read-only MCP endpoint.',
  'VER-3': 'A major (breaking) change moves the URL prefix, as from `/api/v1/` to `/api/v2/`.',
  'VER-4':
    'Before a major change the old endpoints carry `Deprecation: true` and `Sunset: <date>` for a full release cycle or longer.',
  'VER-5': 'Minor changes only add: endpoints, optional request fields, response fields, webhook events.',
  'VER-6': 'Patch changes only clarify.',
  'EVT-18': 'The first description, 1.0.0, had four webhook events; those of later versions were added to them.',
  'VER-16': 'The qualitative-studies surface that 1.3.0 added to is no part of this interface.',
} as const

/** Rules that need a person to approve. */
export const SIGN_IN = {
  'MCP-11': 'An AI assistant can connect by OAuth sign-in in place of a key; every connection is approved by itself.',
} as const

/** Rules about another host than the base URL. */
export const OTHER_HOST = {
  'ADR-2': 'The dashboard host answers API paths with an HTML page and status 200.',
} as const
