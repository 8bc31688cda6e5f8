/** Returns the value that was made last for a key, or a new one where it is made of other parts now. */
export type LastMade<Part, Value> = (key: string, parts: readonly Part[], make: () => Value) => Value

/** Keeps what was made last for each key, for who makes much again after little has changed. */
export function lastMade<Part, Value>(): LastMade<Part, Value> {
  const last = new Map<string, { parts: readonly Part[]; value: Value }>()
  return (key, parts, make) => {
    const known = last.get(key)
    if (known?.parts.length === parts.length && known.parts.every((part, at) => part === parts[at])) return known.value
    const value = make()
    last.set(key, { parts, value })
    return value
  }
}
