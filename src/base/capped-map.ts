/** Puts an entry into a map that keeps this many: the oldest gives way. */
export function putCapped<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
