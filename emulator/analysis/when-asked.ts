/** Makes a value when it is first asked for, and keeps it: a start of the emulator does not wait for tables that only an analysis reads. */
export function whenAsked<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
