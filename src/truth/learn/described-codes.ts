import { ERRORS, type ErrorCode } from '../../contract/errors.js'
import type { WireOperation } from './evidence/evidence.js'
import type { Finding } from './findings.js'
import { decorated } from './match/affixes.js'
import { plainName } from './match/lexicon.js'
import { aloneAt, isOfRecord, refusalMeant } from './refusal-meanings.js'

const CODES = Object.keys(ERRORS) as ErrorCode[]
const isOurs = (code: string) => (CODES as readonly string[]).includes(code)

/** A code that a description names, wherever it does. */
interface Named {
  code: string
  statuses: ReadonlySet<number>
  said: readonly string[]
}

/**
 * What a description says of the codes that it names: those that are ours but for something all of them have before or behind them, those
 * whose words, or what is said about them, mean one of ours and no other, and the statuses they stand under.
 */
export function describedCodeFindings(wires: readonly WireOperation[]): Finding[] {
  const named = namedCodes(wires)
  const others = named.filter(({ code }) => !isOurs(code))
  const dressed = decorated(
    CODES,
    others.map(({ code }) => code),
  )
  const meant = others.map((each) => ({ each, own: meaningOf(each, named) }))
  return CODES.flatMap((own): Finding[] => {
    const known = named.find(({ code }) => code === own) ?? named.find(({ code }) => code === dressed.get(own))
    const found = known
      ? [known]
      : likeliest(
          own,
          meant.flatMap((pair) => (pair.own === own ? [pair.each] : [])),
        )
    const [first, another] = found
    if (first === undefined) return []
    const id = `error:${own}`
    const candidates = found.map(({ code }) => code)
    if (another !== undefined)
      return [{ id, state: 'ambiguous', path: '', candidates, from: sourcesOf(wires, candidates) }]
    return [{ id, path: '', from: sourcesOf(wires, candidates), ...factOf(own, first) }]
  })
}

function factOf(own: ErrorCode, { code, statuses }: Named): Pick<Finding, 'state' | 'fact'> {
  const [status, another] = statuses
  const fact = {
    ...(code === own ? {} : { code }),
    ...(another !== undefined || status === ERRORS[own].status ? {} : { status }),
  }
  return Object.keys(fact).length === 0 ? { state: 'confirmed' } : { state: 'contradicted', fact }
}

function namedCodes(wires: readonly WireOperation[]): Named[] {
  const all = wires.flatMap(({ refusals = [] }) => refusals)
  return [...new Set(all.map(({ code }) => code))].map((code) => {
    const alike = all.filter((each) => each.code === code)
    const said = new Set(alike.flatMap((each) => each.said))
    return { code, statuses: new Set(alike.map(({ status }) => status)), said: [...said] }
  })
}

function sourcesOf(wires: readonly WireOperation[], codes: readonly string[]) {
  return wires
    .filter(({ refusals = [] }) => refusals.some(({ code }) => codes.includes(code)))
    .flatMap(({ from }) => from.filter(({ kind }) => kind === 'description'))
}

/** What a code is for: by its own words, else by what is said about it where that means one thing; numbers by their status alone. */
function meaningOf({ code, statuses, said }: Named, all: readonly Named[]): ErrorCode | undefined {
  const byName = refusalMeant(code)
  if (byName !== undefined) return byName === 'NOT_FOUND' && isOfRecord(code) ? undefined : byName
  const [status, another] = statuses
  const isNumber = /^[a-z]{0,4}_?\d+$/.test(plainName(code))
  const isAlone = all.every((each) => each.code === code || !each.statuses.has(status!))
  if (isNumber && isAlone && another === undefined) {
    const alone = aloneAt(status!)
    if (alone !== undefined) return alone
  }
  const meant = [...new Set(said.flatMap((text) => refusalMeant(text) ?? []))]
  if (meant.length <= 1) return meant[0]
  const fitting = meant.filter((own) => statuses.has(ERRORS[own].status))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Of several codes that mean one of ours, those under its status, if any is. */
function likeliest(own: ErrorCode, found: readonly Named[]): readonly Named[] {
  const fitting = found.filter(({ statuses }) => statuses.has(ERRORS[own].status))
  return fitting.length > 0 ? fitting : found
}
