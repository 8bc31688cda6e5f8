import { entrySchema, memberSchemas, type TSchema } from '../schema.js'
import { type Plan, planAt } from './plan-tree.js'
import type { Steps } from './schema-path.js'
import type { WireStep } from './wire-path.js'

/**
 * Where facts choose members of an object from a list in the object's own place, no other member of it can be there: they are in the list in
 * a way that is not known, or nowhere. `around`: what the record is below.
 */
export function leaveOpen(plan: Plan, schema: TSchema, around: readonly WireStep[]): void {
  const entries = entrySchema(schema)
  if (plan.entry && entries) leaveOpen(plan.entry, entries, plan.entry.place?.steps ?? [])
  for (const [name, node] of Object.entries(memberSchemas(schema) ?? {})) {
    const member = plan.members.get(name)
    if (!member) continue
    if (isChosenFrom(member, [...around.map((step) => step.name), name])) leaveOthers(member, node)
    else leaveOpen(member, node, around)
  }
}

/** Whether an object has members in entries of a list at these steps of its record. */
function isChosenFrom(plan: Plan, names: Steps): boolean {
  return [...plan.members.values()].some((member) => {
    const { lifted = false, steps = [] } = member.place ?? {}
    const isThere = names.every((name, index) => steps[index]?.name === name)
    return (lifted && isThere && steps[names.length - 1]?.where !== undefined) || isChosenFrom(member, names)
  })
}

function leaveOthers(plan: Plan, schema: TSchema): void {
  for (const [name, node] of Object.entries(memberSchemas(schema) ?? {})) {
    const member = planAt(plan, [name])
    if (member.place || member.gone) continue
    if (memberSchemas(node)) leaveOthers(member, node)
    else Object.assign(member, { gone: true, isOpen: true })
  }
}
