/** An answer of `GET /me`. */
export const ME = {
  key: {
    id: 'EMUabcdefg',
    name: 'All',
    environment: 'test',
    permissions: ['all'],
    created_at: '2026-03-01T00:00:00.000Z',
  },
  org_id: 1,
  org_name: 'Acme',
  rate_limits: { per_key_per_minute: 60, per_org_per_minute: 300, per_ip_per_minute: 600, window_seconds: 60 },
  credits: null,
  webhook_events: ['content.pushed'],
}
