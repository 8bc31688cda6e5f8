import { wrongUsage } from '../terminal/failure.js'
import type { Command } from './command.js'
import type { OptionTable } from './options.js'

/** Refuses options that exclude each other, and those whose partner was not given, before anything runs: none is ever ignored. */
export function requireCombination({ options, excludes = [], needs = [] }: Command, given: ReadonlySet<string>): void {
  for (const [one, other] of excludes) {
    if (!given.has(one) || !given.has(other)) continue
    throw wrongUsage(`${flagOf(options, one)} and ${flagOf(options, other)} exclude each other`)
  }
  for (const [one, other] of needs) {
    if (!given.has(one) || given.has(other)) continue
    throw wrongUsage(`${flagOf(options, one)} needs ${flagOf(options, other)}`)
  }
}

function flagOf(options: OptionTable, name: string): string {
  return /--[\w-]+/.exec(options[name]!.flags)![0]
}
