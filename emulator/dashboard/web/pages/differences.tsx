import { isInternal, memberDifferences, readablePair } from '../../../../src/contract/control/difference-words.js'
import type { DifferenceRecord } from '../../../../src/contract/control/history.js'
import type { ControlResultOf } from '../../../../src/contract/control/index.js'
import { Badge, type Tone } from '../parts/badge.js'
import { Loading, Problem } from '../parts/notes.js'
import { Panel } from '../parts/panel.js'
import { useRecord } from '../use-record.js'
import { useSources } from '../use-sources.js'

type Difference = ControlResultOf<'diffOrganization'>

const SHOWN = 200
const TONES: Readonly<Record<DifferenceRecord['kind'], Tone>> = { added: 'good', removed: 'bad', changed: 'warn' }
/** What an address names a snapshot by, to tell it from the number of a change. */
export const SNAPSHOT = 'snapshot:'

/** How an address names the initial state. */
export const SEED = 'seed'

/** What is not as it was after a change (its number), in a snapshot (`snapshot:name`), or in the start (`seed`). */
export function DifferencePanel({ since, back }: { since: string; back: string }) {
  const snapshot = since.startsWith(SNAPSHOT) ? since.slice(SNAPSHOT.length) : undefined
  const [title, query] =
    since === SEED
      ? ['Since the seed', {}]
      : snapshot === undefined
        ? [`Since change ${since}`, { since }]
        : [`Since snapshot ${snapshot}`, { snapshot }]
  const { data, error } = useRecord('diffOrganization', { query })
  return (
    <Panel title={title} back={back}>
      {error && <Problem error={error} />}
      {!data && !error && <Loading />}
      {data && !error && <Differences difference={data} />}
    </Panel>
  )
}

function Differences({ difference: { changes: all, items } }: { difference: Difference }) {
  const { sources } = useSources()
  const changes = all.filter(({ table }) => !isInternal(table))
  if (changes.length === 0 && items.length === 0) return <p className="dim">No differences.</p>
  return (
    <ul className="differences">
      {items.map(({ source_id, added, removed }) => (
        <li key={source_id}>
          <strong>
            Items of {sources.find((each) => each.source_id === source_id)?.source_title ?? `source ${source_id}`}
          </strong>
          {added > 0 && <Badge tone="good">{added.toLocaleString('en')} added</Badge>}
          {removed > 0 && <Badge tone="bad">{removed.toLocaleString('en')} removed</Badge>}
        </li>
      ))}
      {changes.slice(0, SHOWN).map((each) => (
        <Row key={`${each.table} ${each.id}`} row={each} />
      ))}
      {changes.length > SHOWN && <li className="dim">… and {(changes.length - SHOWN).toLocaleString('en')} more</li>}
    </ul>
  )
}

function Row({ row: { table, id, kind, before, after } }: { row: DifferenceRecord }) {
  return (
    <li>
      <strong>{id === null ? inWords(table) : `${inWords(table)} ${id}`}</strong>
      <Badge tone={TONES[kind]}>{kind}</Badge>
      <dl>
        {membersOf(before, after).map(([name, was, is]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {was !== undefined && <del>{was}</del>} {is !== undefined && <ins>{is}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

type Member = readonly [name: string, was: string | undefined, is: string | undefined]

/** The members that differ, as texts. */
function membersOf(before: unknown, after: unknown): Member[] {
  return memberDifferences(asObject(before), asObject(after)).map(([path, name, was, is]): Member => {
    const [one, other] = readablePair(name, was, is)
    return [inWords(path.replace(/_ms$/, '')), asText(one), asText(other)]
  })
}

function asObject(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value }
}

const SHOWN_CHARACTERS = 300

/** A name in words: `created_at` is "created at". */
function inWords(name: string): string {
  return name.replaceAll('_', ' ')
}

function asText(value: unknown): string | undefined {
  if (value === null) return 'none'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text !== undefined && text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
