/**
 * Every command by every code of cli.md section 1: a pair is run, or the table says why it cannot happen. Nothing is left out: a new command
 * fails here until `exit-codes/kinds.ts` has a line for it or its noun, and until it has its row of transcripts, whose line is run here.
 */
import { describe, expect, it } from 'vitest'
import { commandNames } from '../cli/every-command.js'
import { ALL_CODES, kindOf, NEVER } from './exit-codes/kinds.js'
import { OWN_WAYS } from './exit-codes/own-ways.js'
import { askingWays, commonWays, type Ways } from './exit-codes/ways.js'

function waysOf(name: string): Ways {
  const kind = kindOf(name)
  const asks = kind === 'service' || kind === 'control'
  return { ...commonWays(name), ...(asks ? askingWays(name) : {}), ...OWN_WAYS[name] }
}

const NAMES = commandNames()
const neverOf = (name: string, code: number) => NEVER.find(([names, codes]) => codes.includes(code) && names.test(name))
const PAIRS = NAMES.flatMap((name) => ALL_CODES.map((code) => ({ name, code, way: waysOf(name)[code] })))

describe('every command of the tree × every exit code', () => {
  it('each pair is run here, or is said never to happen, and why', () => {
    expect(NAMES.filter((name) => kindOf(name) === undefined)).toEqual([])
    const open = PAIRS.filter(({ name, code, way }) => !way && !neverOf(name, code))
    expect(open.map(({ name, code }) => `${name}: ${code}`)).toEqual([])
  })

  it('nothing is said of commands there are none of', () => {
    expect(Object.keys(OWN_WAYS).filter((name) => !NAMES.includes(name))).toEqual([])
    expect(NEVER.filter(([names]) => !NAMES.some((name) => names.test(name)))).toEqual([])
  })
})

describe.each(NAMES)('%s', (name) => {
  const pairs = PAIRS.filter((pair) => pair.name === name && pair.way)
  it.each(pairs.map(({ code, way }) => [code, way!] as const))('ends with %i', async (code, way) => {
    expect(await way()).toBe(code)
  })
})
