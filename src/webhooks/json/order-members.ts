import type { JsonMember, JsonNode } from './parse-json.js'

/** Where a member is among its siblings; called with the path of keys to the object. */
export type MemberOrder = (path: readonly string[]) => (a: JsonMember, b: JsonMember) => number

/** Sorted by UTF-16 units, as `sort_keys=True` and a map in Go. */
export const sortedOrder: MemberOrder = () => (a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/** The same value with the members of each object in another order; equal ones stay as they are. */
export function orderMembers(node: JsonNode, order: MemberOrder, path: readonly string[] = []): JsonNode {
  if (node.kind === 'array') return { kind: 'array', items: node.items.map((item) => orderMembers(item, order, path)) }
  if (node.kind !== 'object') return node
  const members = node.members.toSorted(order(path))
  return {
    kind: 'object',
    members: members.map(({ key, value }) => ({ key, value: orderMembers(value, order, [...path, key]) })),
  }
}
