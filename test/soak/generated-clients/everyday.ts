/** The service under test, as `inpk emulator exec` names it. */
export function serviceOf(env: Record<string, string | undefined>): { prefix: string; key: string } {
  return { prefix: `${must(env.INPK_BASE_URL)}/api/input`, key: must(env.INPK_API_KEY) }
}

/** A value that must be there, or a fact that must hold. */
export function must<Value>(value: Value): Exclude<Value, null | undefined | false> {
  if (value === undefined || value === null || value === false) throw new Error('not as expected')
  return value as Exclude<Value, null | undefined | false>
}
