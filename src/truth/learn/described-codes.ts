import { ERRORS, type ErrorCode } from '../../contract/errors.js'
import { decorated } from './affixes.js'
import type { WireOperation } from './evidence.js'
import type { Finding } from './findings.js'
import { plainName, RECORD_WORDS } from './lexicon.js'
import type { Member } from './shape.js'
import { wordsOf } from './words.js'

const CODES = Object.keys(ERRORS) as ErrorCode[]

/**
 * What a description says of codes that it lists: those that are ours but for something all of them have before or behind them, and the
 * statuses that ours stand under.
 */
export function describedCodeFindings(wires: readonly WireOperation[]): Finding[] {
  const statuses = new Map<string, Set<number>>()
  for (const { errors } of wires) {
    for (const [status, member] of Object.entries(errors)) {
      for (const code of codesOf(member)) statuses.set(code, (statuses.get(code) ?? new Set()).add(Number(status)))
    }
  }
  const theirs = [...statuses.keys()].filter((code) => !isOfRecord(code))
  const names = decorated(
    CODES,
    theirs.filter((code) => !CODES.some((own) => own === code)),
  )
  return CODES.flatMap((own): Finding[] => {
    const code = statuses.has(own) ? own : names.get(own)
    const [status, ...others] = code === undefined ? [] : [...statuses.get(code)!]
    if (code === undefined || status === undefined) return []
    const id = `error:${own}`
    const from = wires
      .filter(({ errors }) => Object.values(errors).some((member) => codesOf(member).includes(code)))
      .flatMap((wire) => wire.from.filter(({ kind }) => kind === 'description'))
    const fact = {
      ...(code === own ? {} : { code }),
      ...(others.length > 0 || !(status >= 400) || status === ERRORS[own].status ? {} : { status }),
    }
    if (Object.keys(fact).length === 0) return [{ id, state: 'confirmed', path: '', from }]
    return [{ id, state: 'contradicted', path: '', fact, from }]
  })
}

/** The codes a refusal may have, where its description lists them. */
function codesOf(member: Member | undefined): readonly string[] {
  const error = member?.shape.kind === 'object' ? member.shape.members.error?.shape : undefined
  const code = error?.kind === 'object' ? error.members.code?.shape : undefined
  return code?.kind === 'scalar' && code.words !== undefined ? wordsOf(code) : []
}

/** A code that names one kind of record says nothing of the others. */
function isOfRecord(code: string): boolean {
  return !CODES.some((own) => own === code) && RECORD_WORDS.some(({ word }) => plainName(code).startsWith(`${word}_`))
}
