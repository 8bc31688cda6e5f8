import { aboutOf, isPlainReason } from '../../../../src/contract/assumptions/about.js'
import type { ControlResultOf } from '../../../../src/contract/control/index.js'
import { Badge } from '../parts/badge.js'
import { SearchField } from '../parts/filters.js'
import { Loading, Problem } from '../parts/notes.js'
import { View } from '../parts/view.js'
import { useRoute } from '../route.js'
import { useRecord } from '../use-record.js'

type Assumption = ControlResultOf<'listAssumptions'>['items'][number]

/** What the interface leaves open and this emulator decided. */
export function AssumptionsPage() {
  const { search } = useRoute()
  const { data, error } = useRecord('listAssumptions', {}, () => false)
  const text = (search.get('text') ?? '').toLowerCase()
  const shown = (data?.items ?? []).filter((each) => holds(each, text))
  return (
    <View
      title={`Assumptions${data ? ` (${shown.length})` : ''}`}
      filters={<SearchField name="text" label="Search assumptions" />}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="page-body" tabIndex={0} aria-label="Assumptions, scrollable">
        <p className="dim">
          The interface leaves these points open. This is what the emulator does, unless your facts file says otherwise.
        </p>
        {error && <Problem error={error} />}
        {!data && !error && <Loading />}
        {[...new Set(shown.map(({ id }) => aboutOf(id)))].map((about) => (
          <Group key={about} about={about} assumptions={shown.filter(({ id }) => aboutOf(id) === about)} />
        ))}
      </section>
    </View>
  )
}

/** The assumptions about one operation: those of which the same is said together, with the reason where it says more than that. */
function Group({ about, assumptions }: { about: string; assumptions: Assumption[] }) {
  return (
    <section className="section">
      <h2>
        {about} ({assumptions.length})
      </h2>
      <dl className="assumptions">
        {alike(assumptions).map(({ said, why, those }) => (
          <div key={those[0]!.id}>
            {those.map(({ id, overridden }) => (
              <dt key={id}>
                <code>{id}</code> {overridden && <Badge tone="warn">overridden</Badge>}
              </dt>
            ))}
            <dd>{said}</dd>
            {!isPlainReason(why) && <dd className="dim">{why}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}

function alike(assumptions: Assumption[]): { said: string; why: string; those: Assumption[] }[] {
  const groups = new Map<string, { said: string; why: string; those: Assumption[] }>()
  for (const each of assumptions) {
    // The id has named the member.
    const said = each.what.replace(/^\S+ \(\w+\): /, '')
    const group = groups.get(`${said}\n${each.why}`) ?? { said, why: each.why, those: [] }
    group.those.push(each)
    groups.set(`${said}\n${each.why}`, group)
  }
  return [...groups.values()]
}

function holds({ id, what, why }: Assumption, text: string): boolean {
  return `${id} ${what} ${why}`.toLowerCase().includes(text)
}
