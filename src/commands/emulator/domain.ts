import { choice } from '../../cli/options.js'
import type { ControlResultOf } from '../../contract/control/index.js'
import { recordCommand } from './control-commands.js'

const STATUSES = ['verified', 'pending'] as const

export const SHOW = recordCommand('getSenderDomain', { examples: [['emulator domain show']], view: domainView })

export const SET = recordCommand('setSenderDomain', {
  examples: [
    ['emulator domain set mail.example.com'],
    ['emulator domain set mail.example.com --status pending'],
    ['emulator domain set none', 'invites now fail with SENDER_DOMAIN_UNVERIFIED'],
  ],
  arguments: [{ name: 'DOMAIN', purpose: 'the domain, or none', required: true }],
  options: { status: choice('--status <status>', 'status of the domain (default: verified)', STATUSES) },
  input: ({ args, status = 'verified' }) => ({
    body: args[0] === 'none' ? { domain: null, status: 'missing' as const } : { domain: args[0]!, status },
  }),
  view: domainView,
})

function domainView({ domain, status }: ControlResultOf<'getSenderDomain'>): string[] {
  return [domain === null ? 'No sending domain: invites are refused.' : `Invites are sent from ${domain} (${status}).`]
}
