import { FAULT_TAKES } from './faults.js'

/** Why a fault of this kind can't have a member; undefined if it can. */
export function refuseFaultMember(member: string, kind: keyof typeof FAULT_TAKES): string | undefined {
  if (FAULT_TAKES[kind]?.includes(member)) return undefined
  const kinds = Object.entries(FAULT_TAKES).flatMap(([each, takes]) => (takes.includes(member) ? [each] : []))
  return kinds.length === 0
    ? undefined
    : `is only for the kind${kinds.length > 1 ? 's' : ''} ${[kinds.slice(0, -1).join(', '), ...kinds.slice(-1)].filter(Boolean).join(' and ')}, not for ${kind}`
}
