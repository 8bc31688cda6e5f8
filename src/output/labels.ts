/** What a member is called on the screen, by its path; `*` is any key, and the label repeats it. */
const LABELS: Readonly<Record<string, string>> = {
  org_id: 'id',
  'plan.limit': 'points per month',
  per_org_per_minute: 'requests per minute',
  rate_limit_per_minute: 'requests per minute',
  invite_quota: 'invites per month',
  'clock.mode': 'clock',
  'clock.now': 'time',
  'keys.test.*': 'test key, *',
  'keys.live.*': 'live key, *',
  'usage.total': 'requests',
  'usage.by_status.*': 'status *',
  member_id: 'member',
  source_id: 'source',
  match_count: 'matches',
  failure_count: 'failures',
  lease_seconds: 'lease in seconds',
  current: 'in use',
  base_url: 'address',
  api_prefix: 'path prefix',
  has_key: 'key stored',
  key_id: 'key',
}

/** Members that are switched on and off, rather than true or false. */
export const ON_OFF: ReadonlySet<string> = new Set(['rate_limits', 'alerts'])

/** What the member at this path is called: by the table, else its own name, `created_at` as "created". */
export function labelOf(path: readonly string[]): string {
  const own = LABELS[path.join('.')]
  if (own !== undefined) return own
  const last = path.at(-1) ?? ''
  const any = LABELS[[...path.slice(0, -1), '*'].join('.')]
  if (any !== undefined) return any.replace('*', () => last)
  return path.join(' ').replaceAll('_', ' ').replace(/ at$/, '')
}
