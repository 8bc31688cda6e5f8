import { it } from 'vitest'
import { INTERFACE_RULES } from '../../src/contract/rules.js'
import { type Organization, type OrganizationOptions, openOrganization } from './organization.js'
import { emulatorTarget, openTarget, type Target } from './target.js'

export interface RuleOptions extends OrganizationOptions {
  /** Without rule ids in the title a test is about the emulator; true: about any service. */
  anywhere?: boolean
  /** True: tried on a service that must not be changed, though not every rule named is seen there. */
  readsOnly?: boolean
  timeoutMs?: number
}

/**
 * One test of a sentence of the interface, in an organisation of its own. Where the target is not the emulator, what only
 * the emulator can show is skipped; where it must not be changed, so is what changes it. The title's rule ids decide.
 */
export function rule(title: string, run: (org: Organization) => Promise<void>, options: RuleOptions = {}): void {
  it(
    title,
    async (context) => {
      const skip = (reason: string): never => context.skip(reason) as never
      const target = await openTarget()
      const reason = whyNot(title, target, options)
      if (reason) skip(reason)
      await run(await openOrganization(target, skip, options))
    },
    options.timeoutMs,
  )
}

/** A test of the emulator with a target of its own (other options than the shared one). */
export function emulatorRule(
  title: string,
  emulator: Parameters<typeof emulatorTarget>[0],
  run: (org: Organization) => Promise<void>,
  options: RuleOptions = {},
): void {
  it(
    title,
    async (context) => {
      const skip = (reason: string): never => context.skip(reason) as never
      if (process.env.INPK_CONFORMANCE_URL) skip('needs an emulator of its own')
      await run(await openOrganization(await emulatorTarget(emulator), skip, options))
    },
    options.timeoutMs,
  )
}

function whyNot(title: string, target: Target, options: RuleOptions): string | undefined {
  if (target.kind === 'emulator') return undefined
  const rules = idsOf(title).flatMap((id) => INTERFACE_RULES.get(id) ?? [])
  if (rules.length === 0 && !options.anywhere) return 'about the emulator alone'
  const elsewhere = rules.find((rule) => rule.seenBy !== 'http' && rule.seenBy !== 'client')
  if (elsewhere) return `${elsewhere.id} is seen by ${elsewhere.seenBy}: needs the emulator`
  const changing = rules.find((rule) => !rule.live)
  if (target.readOnly && changing && !options.readsOnly)
    return `${changing.id} cannot be seen without changing the service`
  return undefined
}

/** The rule ids at the start of a test title, `[PSH-2, PSH-6] …`; empty where it names none. */
function idsOf(title: string): string[] {
  return /^\[([A-Z]{2,3}-\d+(?:, [A-Z]{2,3}-\d+)*)\]/.exec(title)?.[1]?.split(', ') ?? []
}
