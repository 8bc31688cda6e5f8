import { LIMITS } from '../../src/contract/limits.js'
import type { State } from './state.js'

/** The state before the first fact: what an organisation is comes with its creation (`rules/initial-changes.ts`), and is journalled as any other. */
export function emptyState(): State {
  return {
    organization: {
      id: 0,
      name: '',
      createdAt: 0,
      apsLimit: LIMITS.apsPerMonth,
      perOrganizationPerMinute: LIMITS.perOrganizationPerMinute,
      rateLimits: false,
      inviteQuota: null,
      givenSeed: null,
      bornClock: { mode: 'real', offsetMs: 0 },
      instance: '',
    },
    clock: { mode: 'real', offsetMs: 0 },
    counters: {},
    credits: { periodStart: 0, usedTokens: 0 },
    analysisRules: [],
    senderDomain: { domain: null, status: 'missing' },
    inviteUsage: { periodStart: 0, used: 0 },
    keys: {},
    members: {},
    groups: {},
    sources: {},
    tasks: {},
    uploads: {},
    templates: {},
    invites: {},
    recipients: {},
    suppressions: {},
    subscriptions: {},
    deliveries: {},
    keptAnswers: {},
    analyses: {},
    monitors: {},
    reports: {},
    faults: {},
    jobs: {},
    oauthClients: {},
    connections: {},
    oauthTokens: {},
  }
}
