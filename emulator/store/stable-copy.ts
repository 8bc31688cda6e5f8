/** A deep copy of plain JSON with sorted keys; members that are undefined are dropped, as JSON would. */
export function stableCopy<Value>(value: Value): Value {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(stableCopy) as Value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([left], [right]) => (left < right ? -1 : 1))
  // fromEntries defines members, so a key named __proto__ stays an ordinary key.
  return Object.fromEntries(members.map(([key, member]) => [key, stableCopy(member)])) as Value
}
