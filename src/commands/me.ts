import { command } from '../cli/command.js'
import type { Factory } from '../cli/factory.js'
import { type There, whatIsThere } from '../client/gaps.js'
import type { ResultOf } from '../contract/operations/index.js'
import { detailLines } from '../output/details.js'
import { answered, type Result } from '../output/outcome.js'
import { orDash, pointsText, quantity } from '../output/show.js'
import type { Style } from '../terminal/style.js'
import { keyText, listed } from './key-text.js'

export const COMMAND = command({
  examples: [['me'], ['me --jq ".key.permissions[0]"', 'the scope of the key']],
  options: {},
  run: showMe,
})

async function showMe(_input: unknown, factory: Factory): Promise<Result> {
  const client = await factory.client()
  const answer = await client.call('getMe')
  const isUnlimited = whatIsThere(answer.payload).credits?.limit === null
  return answered(answer, meView, [], isUnlimited ? ['credits.used'] : ['credits.limit', 'credits.remaining'])
}

/** The key, its organisation, limits and credits, as lines. */
export function meView(me: There<ResultOf<'getMe'>>, style: Style): string[] {
  const { rate_limits: limits = {}, credits, org_id, org_name } = me
  const key = keyText(me.key ?? {})
  return detailLines(
    [
      ['key', orDash(key.name)],
      ['scope', orDash(listed(key.scope, key.environment))],
      ['organisation', org_name ? `${org_name} (${orDash(org_id)})` : orDash(org_id)],
      [
        'limits',
        `${quantity(limits.per_key_per_minute)} requests per minute for this key, ${quantity(limits.per_org_per_minute)} for the organisation`,
      ],
      ['credits', credits ? creditsText(credits) : credits === null ? 'no plan' : '-'],
      ['events', orDash(me.webhook_events?.join(', '))],
    ],
    style,
  )
}

function creditsText({ limit, used, remaining }: There<NonNullable<ResultOf<'getMe'>['credits']>>): string {
  if (limit === null) return `${pointsText(used)} used, no limit`
  return `${quantity(remaining)} of ${pointsText(limit)} left`
}
