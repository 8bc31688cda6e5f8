import { DASHBOARD } from './dashboard.js'
import { EVENTS, LATER } from './events.js'
import { CLIENTS, NOTES, OTHER_HOST, SIGN_IN } from './others.js'
import { STORES } from './stores.js'

const GROUPS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['it would store, send or use up something in the service', STORES],
  ['it needs the dashboard, or a look inside the service', DASHBOARD],
  ['it needs a receiver for webhooks that the service can reach', EVENTS],
  ['it needs minutes, hours or months to pass', LATER],
  ['it binds clients and receivers, not the service', CLIENTS],
  ['it announces or explains, and asks for nothing that could be seen', NOTES],
  ['it needs a person who signs in and approves', SIGN_IN],
  ['it is about the dashboard host, which is not the base URL', OTHER_HOST],
]

export interface UnseenRule {
  id: string
  title: string
  reason: string
}

/** The rules of the interface that cannot be seen over HTTP alone, at a service that must stay as it is, and why. */
export const UNSEEN_RULES: readonly UnseenRule[] = GROUPS.flatMap(([reason, titles]) =>
  Object.entries(titles).map(([id, title]) => ({ id, title, reason })),
)
