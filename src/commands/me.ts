import { command } from '../cli/command.js'
import type { Factory } from '../cli/factory.js'
import type { ResultOf } from '../contract/operations/index.js'
import { detailLines } from '../output/details.js'
import { answered, type Result } from '../output/outcome.js'
import type { Style } from '../terminal/style.js'
import { keyText, listed } from './key-text.js'

export const COMMAND = command({
  examples: [['me'], ['me --json --jq .key.permissions[0]', 'the scope of the key']],
  options: {},
  run: showMe,
})

async function showMe(_input: unknown, factory: Factory): Promise<Result> {
  const client = await factory.client()
  return answered(await client.call('getMe'), meView)
}

/** The key, its organisation, limits and credits, as lines. */
export function meView(me: ResultOf<'getMe'>, style: Style): string[] {
  const { rate_limits: limits, credits } = me
  const key = keyText(me.key)
  return detailLines(
    [
      ['key', key.name],
      ['scope', listed(key.scope, key.environment)],
      ['organisation', me.org_name ? `${me.org_name} (${me.org_id})` : String(me.org_id)],
      [
        'limits',
        `${limits.per_key_per_minute} requests a minute for this key, ${limits.per_org_per_minute} for the organisation`,
      ],
      ['credits', credits ? creditsText(credits) : 'no plan'],
      ['events', (me.webhook_events ?? []).join(', ')],
    ],
    style,
  )
}

function creditsText({ limit, used, remaining }: NonNullable<ResultOf<'getMe'>['credits']>): string {
  if (limit === null) return `${used ?? 0} APS used, no limit`
  return `${remaining ?? 0} of ${limit} APS left`
}
