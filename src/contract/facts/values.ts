import { parseDuration } from '../../base/durations.js'
import { isObject, type JsonObject } from '../../base/is-object.js'
import { formOf, GUESSED_VALUES, GUESSES, type Guess, type Values } from '../assumptions/values.js'
import { WORD_PAIRS } from '../vocabulary.js'
import { type FactFault, type Facts, withoutEvidence } from './facts.js'
import { type PartFault, unknownMember } from './member-facts.js'

/** A value as it is used; undefined if it is of another kind than the assumption. */
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

/** What is wrong with the values given for a behaviour. */
export function findValueFaults(behaviour: string, given: JsonObject): PartFault[] {
  const members: Record<string, Guess> = GUESSED_VALUES[behaviour as keyof typeof GUESSED_VALUES]
  const faults = Object.entries(given).flatMap(([name, value]): PartFault[] => {
    const guess = Object.hasOwn(members, name) ? members[name] : undefined
    if (!guess) return [{ path: name, message: `has no ${name}; it has ${Object.keys(members).join(', ')}` }]
    return readValue(guess, value) === undefined ? [{ path: name, message: `${name} must be ${formOf(guess)}` }] : []
  })
  if (faults.length > 0) return faults
  if (behaviour === 'paging-clamp') return notAbove({ ...GUESSES['paging-clamp'], ...given }, 'default', 'most')
  if (behaviour === 'erase-answer')
    return saysOutcome({ ...GUESSES['erase-answer'], ...given } as Values['erase-answer'])
  if (behaviour === 'invite-answer')
    return tellsApart({ ...GUESSES['invite-answer'], ...given } as Values['invite-answer'])
  if (behaviour === 'upload-mapping')
    return saysColumns({ ...GUESSES['upload-mapping'], ...given } as Values['upload-mapping'])
  if (behaviour !== 'analysis-delay') return []
  const [{ quiet, latest }] = [valuesOf(behaviour, given) as { quiet: number; latest: number }]
  return notAbove({ quiet, latest }, 'quiet', 'latest')
}

/** An entry has to say whether its identifier was found, and two counts are two members. */
function saysOutcome({ form, external_id, customer_id, erased, status }: Values['erase-answer']): PartFault[] {
  if (form === 'kinds' && external_id === customer_id)
    return [{ path: 'customer_id', message: 'external_id and customer_id must differ where form is kinds' }]
  if (form === 'kinds' || erased !== 'none' || status !== 'none') return []
  return [{ path: 'status', message: 'status must be the name of a member where erased is none' }]
}

/** What an entry says is in members of their own, and two words say two things. */
function tellsApart({ email, status, reason, accepted, skipped }: Values['invite-answer']): PartFault[] {
  if (accepted === skipped) return [{ path: 'skipped', message: 'skipped must differ from accepted' }]
  if (new Set([email, status, reason]).size === 3) return []
  return [{ path: 'status', message: 'email, status and reason must be three members' }]
}

/** What a pair says stands in members of its own, and a name that its form has no use for would change nothing. */
function saysColumns({ form, column, member, field_member }: Values['upload-mapping']): PartFault[] {
  if (form !== 'flat-pairs' && field_member !== 'none')
    return [{ path: 'field_member', message: 'field_member is of the form flat-pairs' }]
  const names = [column, member, field_member]
  if (!form.endsWith('pairs') || new Set(names).size === names.length) return []
  return [{ path: 'member', message: 'column, member and field_member must differ' }]
}

/** Entries that are the whole answer, where that is one for the task that an erase is. */
export function findEraseClashes(facts: Facts): FactFault[] {
  const of = <Name extends 'erase-answer' | 'erase-task'>(name: Name) =>
    ({ ...GUESSES[name], ...facts[`behaviour:${name}`] }) as Values[Name]
  const { form, at } = of('erase-answer')
  if (form === 'totals' || at !== 'none' || of('erase-task').task_id === 'none') return []
  const message = 'at must be the place of the entries where an erase is a task (behaviour:erase-task)'
  return [{ id: 'behaviour:erase-answer', path: 'at', message }]
}

function notAbove(values: Record<string, unknown>, least: string, most: string): PartFault[] {
  if (Number(values[least]) <= Number(values[most])) return []
  return [{ path: least, message: `${least} must be at most ${most}` }]
}

/** What is wrong with other recommended words. */
export function findWordsFaults({ words, ...others }: JsonObject): PartFault[] {
  const [unknown] = Object.keys(others)
  const fault = (message: string) => [{ path: 'words', message }]
  if (unknown !== undefined) return [{ path: unknown, message: unknownMember(unknown, ['words']) }]
  if (!isObject(words)) return fault('words must be an object')
  const classic: readonly string[] = WORD_PAIRS.map(([word]) => word)
  const word = Object.keys(words).find((each) => !classic.includes(each))
  if (word !== undefined) return fault(`words has no ${word}; it has ${classic.join(', ')}`)
  const all = new Map<string, unknown>([...WORD_PAIRS, ...Object.entries(words)])
  const bad = [...all.values()].find((each) => typeof each !== 'string' || !/^[a-z][a-z0-9_]{0,63}$/.test(each))
  if (bad !== undefined) return fault('a word must be lower-case letters, digits and _')
  return new Set([...all.values(), ...classic]).size < all.size * 2 ? fault('two words are equal') : []
}

/** The values in force; what is given was checked before. */
export function readValues(facts: Facts): Values {
  const all = Object.keys(GUESSED_VALUES).map((behaviour) => {
    const fact = facts[`behaviour:${behaviour}`]
    return [behaviour, valuesOf(behaviour, fact ? withoutEvidence(fact) : {})]
  })
  return Object.fromEntries(all) as unknown as Values
}

function valuesOf(behaviour: string, given: JsonObject): unknown {
  const members: Record<string, Guess> = GUESSED_VALUES[behaviour as keyof typeof GUESSED_VALUES]
  return Object.fromEntries(
    Object.entries(members).map(([name, guess]) => {
      return [name, Object.hasOwn(given, name) ? readValue(guess, given[name]) : guess.guess]
    }),
  )
}
