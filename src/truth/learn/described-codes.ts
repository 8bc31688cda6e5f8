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
  const meant = others.map((each) => ({ each, all: meaningsOf(each, named) }))
  return CODES.flatMap((own): Finding[] => {
    const known = named.find(({ code }) => code === own) ?? named.find(({ code }) => code === dressed.get(own))
    const likely = meant.filter(({ all }) => all.includes(own))
    const sure = likely.filter(({ all }) => all.length === 1)
    const isSure = known !== undefined || sure.length > 0
    const pairs = sure.length > 0 ? sure : likely
    const found = known
      ? [known]
      : mostFitting(
          own,
          pairs.map(({ each }) => each),
        )
    const [first, another] = found
    if (first === undefined) return []
    const id = `error:${own}`
    const candidates = found.map(({ code }) => code)
    if (another !== undefined || !isSure)
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

/**
 * What a code is for: by its own words, else by what is said about it where that means one thing. A number may be known by its status
 * alone; where what is said means something else, it may be either, unless another code is the one of that status.
 */
function meaningsOf(named: Named, all: readonly Named[]): readonly ErrorCode[] {
  const byName = nameMeant(named)
  if (byName !== undefined) return byName === 'NOT_FOUND' && isOfRecord(named.code) ? [] : [byName]
  const said = wordsMeant(named)
  const byStatus = statusMeant(named, all)
  const isTaken = all.some((other) => other !== named && (nameMeant(other) ?? wordsMeant(other)) === byStatus)
  const meant = said !== undefined && isTaken ? [said] : [said, byStatus]
  return [...new Set(meant)].filter((each) => each !== undefined)
}

const nameMeant = ({ code }: Named) => (isOurs(code) ? (code as ErrorCode) : refusalMeant(code))

/** What is said about a code means: one refusal of ours, or of several the one with its status. */
function wordsMeant({ statuses, said }: Named): ErrorCode | undefined {
  const meant = [...new Set(said.flatMap((text) => refusalMeant(text) ?? []))]
  if (meant.length <= 1) return meant[0]
  const fitting = meant.filter((own) => statuses.has(ERRORS[own].status))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** What a number means by its status: the one refusal of ours with it, if no other code is described under it. */
function statusMeant({ code, statuses }: Named, all: readonly Named[]): ErrorCode | undefined {
  const [status, another] = statuses
  const isNumber = /^[a-z]{0,4}_?\d+$/.test(plainName(code))
  const isAlone = all.every((each) => each.code === code || !each.statuses.has(status!))
  return isNumber && isAlone && another === undefined ? aloneAt(status!) : undefined
}

/** Of several codes that mean one of ours, those under its status, if any is. */
function mostFitting(own: ErrorCode, found: readonly Named[]): readonly Named[] {
  const fitting = found.filter(({ statuses }) => statuses.has(ERRORS[own].status))
  return fitting.length > 0 ? fitting : found
}
