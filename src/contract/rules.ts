import table from './rules.tsv?raw'

/** What a test of a rule needs besides HTTP requests; `note`: the rule announces or explains, and there is nothing to test. */
type SeenBy = 'note' | 'http' | 'control' | 'time' | 'webhook' | 'client' | 'mcp'

/** Why `inpk conformance` cannot observe a rule: it has HTTP alone, and leaves the service as it is. */
export const NOT_OBSERVABLE = {
  stores: 'testing would store, send or use up something in the service',
  dashboard: 'visible only on the dashboard or inside the service',
  webhook: 'testing needs a webhook receiver that the service can reach',
  later: 'testing takes minutes, hours or months',
  client: 'binds clients and receivers, not the service',
  note: 'informational; nothing to check',
  'sign-in': 'testing needs a person to sign in and approve',
  'other-host': 'about the dashboard host, which is not the base URL',
} as const
export type NotObservable = keyof typeof NOT_OBSERVABLE

/** A rule of the interface: one sentence that can be tested. */
export interface InterfaceRule {
  id: string
  /** The heading of the interface it is under. */
  section: string
  seenBy: SeenBy
  /** A test of it leaves the service as it is. */
  live: boolean
  /** `http`: `inpk conformance` looks at it; else why it cannot. */
  conformance: 'http' | NotObservable
  sentence: string
}

/** Every rule of the interface by its id, in the order of the interface (rules.tsv). */
export const INTERFACE_RULES: ReadonlyMap<string, InterfaceRule> = new Map(
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id, section, seenBy, live, conformance, sentence] = line.split('\t') as [string, ...string[]]
      return [id, { id, section, seenBy, live: live === 'yes', conformance, sentence } as InterfaceRule]
    }),
)
