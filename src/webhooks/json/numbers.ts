/** As JavaScript writes a number: 1.0 becomes 1, 1e3 becomes 1000, digits beyond a double are lost. */
export function writeDouble(raw: string): string {
  const value = Number(raw)
  return Number.isFinite(value) ? JSON.stringify(value) : raw
}

/** As a language with a type for fractions writes it: 1 becomes 1.0. */
export function writeFraction(raw: string): string {
  return /^-?\d+$/.test(raw) ? `${raw}.0` : raw
}
