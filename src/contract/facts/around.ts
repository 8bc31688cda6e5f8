import { isObject, type JsonObject } from '../../base/is-object.js'
import { perObject } from '../../base/per-object.js'
import type { Plan } from './plan-tree.js'
import { valueAt, type WireStep } from './wire-path.js'

/**
 * The one object that a record is in, as the `node` of an edge is, with what no fact names of it alone: that is no member of ours, and would
 * be lost where the object stands for members that are. Undefined where there is none, or nothing else in it.
 */
export function unnamedInside(plan: Plan, wire: JsonObject): [name: string, rest: JsonObject] | undefined {
  const wrapper = wrapperOf(plan)
  const inside = wrapper && wire[wrapper.name]
  if (!isObject(inside) || plan.members.has(wrapper!.name)) return undefined
  const rest = Object.entries(inside).filter(([name]) => !wrapper!.named.has(name))
  return rest.length > 0 ? [wrapper!.name, Object.fromEntries(rest)] : undefined
}

/** The one object that all members are in of which facts say where they are, with what they are called in it. */
const wrapperOf = perObject((plan: Plan): { name: string; named: ReadonlySet<string> } | undefined => {
  const [name, another] = plan.taken
  if (name === undefined || another !== undefined) return undefined
  const members = [...plan.members.values()]
  // What is made of several members leaves open which of them are named.
  if (members.some(({ isDissolved, flags }) => isDissolved || flags)) return undefined
  const placed = members.flatMap(({ place, tags }) => [...(place ? [place] : []), ...tags])
  const inside = placed.flatMap(({ steps }) => (steps[0]!.name === name && steps[1] ? [steps[1].name] : []))
  return inside.length === placed.length && placed.length > 1 ? { name, named: new Set(inside) } : undefined
})

/** Whether null stands where an object around a value would: it has none either. */
export function isNullAround(wire: JsonObject, steps: readonly WireStep[]): boolean {
  return steps.some((_, index) => index > 0 && valueAt(wire, steps.slice(0, index)) === null)
}
