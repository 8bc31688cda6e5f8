import { EVENT_NAMES } from '../../src/contract/events.js'
import { LIMITS } from '../../src/contract/limits.js'
import { formatTime } from '../../src/contract/times.js'
import type { Context, Handler } from '../core/decision.js'
import { apsOf, currentAccount, monthEnd } from '../rules/credits.js'

/** Who the calling key is, and what it may use (ME-1 to ME-19). */
export const getMe: Handler<'getMe'> = (_input, context) => {
  const { state } = context
  const key = context.requireKey()
  return {
    answer: {
      key: {
        id: key.id,
        name: key.label,
        environment: key.environment,
        permissions: [key.scope],
        created_at: formatTime(key.createdAt),
      },
      org_id: state.organization.id,
      org_name: state.organization.name,
      rate_limits: {
        per_key_per_minute: key.rateLimitPerMinute,
        per_org_per_minute: state.organization.perOrganizationPerMinute,
        per_ip_per_minute: LIMITS.perAddressPerMinute,
        window_seconds: LIMITS.rateWindowSeconds,
      },
      credits: creditsOf(context),
      webhook_events: [...EVENT_NAMES],
    },
  }
}

/** On the free plan the quota and the period are null (ME-13). */
function creditsOf({ state, now, values }: Context) {
  const formula = values['credit-formula']
  const { apsLimit } = state.organization
  const { usedTokens, periodStart } = currentAccount(state.credits, now)
  const free = apsLimit === null
  return {
    limit: apsLimit,
    used: apsOf(usedTokens, formula),
    remaining: free ? null : Math.max(0, apsOf(apsLimit * formula.tokens_per_aps - usedTokens, formula)),
    period_start: free ? null : formatTime(periodStart),
    period_end: free ? null : formatTime(monthEnd(periodStart)),
    rate_tokens_per_aps: formula.tokens_per_aps,
  }
}
