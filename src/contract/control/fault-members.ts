import { FAULT_TAKES, operationsOfFault, WEBHOOK_FAULTS } from './faults.js'

/** Why an operation, `webhook` for deliveries, can't have a fault of this kind; undefined if it can. */
export function refuseFaultKind(operation: string, kind: string): string | undefined {
  const ofWebhooks = (WEBHOOK_FAULTS as readonly string[]).includes(kind)
  if (ofWebhooks && operation !== 'webhook') return 'is only for the operation "webhook"'
  if (!ofWebhooks && operation === 'webhook')
    return `is only for operations of the API; a webhook can have ${WEBHOOK_FAULTS.join(', ')}`
  const worksFor: readonly string[] | undefined = operationsOfFault(kind)
  if (!worksFor || operation === '*' || worksFor.includes(operation)) return undefined
  return `is only for ${worksFor.join(', ')}, not for ${operation}`
}

/** Why a fault of this kind can't have a member; undefined if it can. */
export function refuseFaultMember(member: string, kind: keyof typeof FAULT_TAKES): string | undefined {
  if (FAULT_TAKES[kind]?.includes(member)) return undefined
  const kinds = Object.entries(FAULT_TAKES).flatMap(([each, takes]) => (takes.includes(member) ? [each] : []))
  return kinds.length === 0
    ? undefined
    : `is only for the kind${kinds.length > 1 ? 's' : ''} ${[kinds.slice(0, -1).join(', '), ...kinds.slice(-1)].filter(Boolean).join(' and ')}, not for ${kind}`
}
