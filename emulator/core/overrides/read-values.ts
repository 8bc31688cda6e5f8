import { formOf, GUESSED_VALUES, GUESSES, type Guess, type Values } from '../../../src/contract/assumptions/values.js'
import { parseDuration } from '../../rules/durations.js'

/** A value as it is used; undefined where it is of another kind than the assumption. */
function readValue(guess: Guess, value: unknown): unknown {
  switch (guess.kind) {
    case 'duration':
      return typeof value === 'string' ? parseDuration(value) : undefined
    case 'durations':
      return readSchedule(guess.guess.length, value)
    case 'count':
      return Number.isInteger(value) && Number(value) >= guess.min && Number(value) <= guess.max ? value : undefined
    case 'word':
      return typeof value === 'string' && new RegExp(guess.pattern).test(value) ? value : undefined
  }
}

function readSchedule(length: number, value: unknown): number[] | undefined {
  if (!Array.isArray(value) || value.length !== length) return undefined
  const times = value.map((entry) => (typeof entry === 'string' ? parseDuration(entry) : undefined))
  const isRising = times.every(
    (at, index) => at !== undefined && (index === 0 ? at === 0 : at > (times[index - 1] ?? at)),
  )
  return isRising ? (times as number[]) : undefined
}

/** What is wrong with the values given for a behaviour; undefined where nothing is. */
export function findValueFault(behaviour: string, given: Record<string, unknown>): string | undefined {
  const members: Record<string, Guess> = GUESSED_VALUES[behaviour as keyof typeof GUESSED_VALUES]
  for (const [name, value] of Object.entries(given)) {
    const guess = Object.hasOwn(members, name) ? members[name] : undefined
    if (!guess) return `has no ${name}; it has ${Object.keys(members).join(', ')}`
    if (readValue(guess, value) === undefined) return `${name} must be ${formOf(guess)}`
  }
  const { default: usual, most } = { ...GUESSES['paging-clamp'], ...given } as { default: number; most: number }
  return behaviour === 'paging-clamp' && usual > most ? 'default must not be above most' : undefined
}

/** The values in force; what is given was checked before. */
export function readValues(given: Readonly<Record<string, Record<string, unknown>>>): Values {
  const all: Record<string, Record<string, Guess>> = GUESSED_VALUES
  return Object.fromEntries(
    Object.entries(all).map(([behaviour, members]) => {
      const own = given[`behaviour:${behaviour}`] ?? {}
      const values = Object.entries(members).map(([name, guess]) => {
        return [name, Object.hasOwn(own, name) ? readValue(guess, own[name]) : guess.guess]
      })
      return [behaviour, Object.fromEntries(values)]
    }),
  ) as unknown as Values
}
