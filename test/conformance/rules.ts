/** Who can see whether a rule holds: the HTTP API alone, or something more than it. */
export type Seer = 'note' | 'http' | 'control' | 'time' | 'webhook' | 'client' | 'mcp'

export interface Rule {
  id: string
  seenBy: Seer
  /** Can be tried against a service that must not be changed. */
  live: boolean
}

/** The rules of the interface, by who sees them; `live` after the word: also on a service that must not be changed. */
const TABLE: Record<string, string> = {
  note: 'ANA 1; VER 3-6,16; EVT 18',
  http: 'VOC 1-5,9-11; APS 1-2; KEY 3; SRC 1-7,9-10,16-17,19-20,22; PSH 1-2,5-9,11-12,19-20,22,24; PUB 1-3; ME 19; GRP 1,4; IDM 1-2,4-6; BLK 1-2,8-9,11-15,17-18; ERS 1-3; UPL 1-4; INV 12-13; AUT 9-12; RAT 1-4,12; LIM 2',
  'http live':
    'VOC 6-8; ADR 1-2,4-5; KEY 2,11; ME 1-12,14-18; LST 1-12; SRC 8,11-15,18,21,23; PSH 4,10,13-18,21,23; ANA 3-10; ERR 1-4; GRP 2-3,5,7-10; PUB 4; BLK 3-7,10,16,20; FBK 1-5; ERS 4; UPL 5; INV 1-4,6-9,14-15; VER 1-2,11-13,15,17; AUT 1-2,5-8; RAT 9-11,14-15; LIM 1,3',
  webhook: 'ANA 2; SUB 2,9; GRP 6; EVT 2-14,16-17; DLV 1-10; SIG 1,5',
  'client live': 'CLI 1-2,5-6,8,10; KEY 10; VER 7-10',
  control:
    'ADR 3; KEY 1,4-9,12-14; ME 13; PSH 3; SUB 1,3-8,10-15; MCP 1-4,10; BLK 19,21; INV 5,10-11,16-17; AUT 3-4; EVT 1,15; ERR 5; RAT 13; ANA 11-12',
  'mcp live': 'MCP 5-9,12',
  time: 'IDM 3; DLV 11-14; RAT 5-8; VER 14; ERR 6',
  mcp: 'MCP 11',
  client: 'SIG 2-4; CLI 3-4,7,9',
}

/** Every rule of the interface by its id. */
export const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries(TABLE).flatMap(([seer, families]) =>
    families.split('; ').flatMap((family) => {
      const [name, numbers] = family.split(' ') as [string, string]
      return numbers
        .split(',')
        .flatMap(expand)
        .map((number) => ruleEntry(`${name}-${number}`, seer))
    }),
  ),
)

/** The rule ids at the start of a test title, `[PSH-2, PSH-6] …`; empty where it names none. */
export function idsOf(title: string): string[] {
  return /^\[([A-Z]{2,3}-\d+(?:, [A-Z]{2,3}-\d+)*)\]/.exec(title)?.[1]?.split(', ') ?? []
}

function ruleEntry(id: string, seer: string): [string, Rule] {
  const [seenBy, live] = seer.split(' ') as [Seer, string?]
  return [id, { id, seenBy, live: live === 'live' }]
}

function expand(range: string): number[] {
  const [from, to = from] = range.split('-').map(Number) as [number, number?]
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
