/**
 * Returns a function that makes the value of an object when it is first asked for, and keeps it as long as the object is there. What
 * the value is made of must not change. Of two objects: `perObject((a) => perObject((b) => ...))`.
 */
export function perObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const known = made.get(key)
    if (known) return known.value
    const value = make(key)
    made.set(key, { value })
    return value
  }
}
