import type { ControlResultOf } from '../../../../src/contract/control/index.js'
import { COMMANDS } from '../commands.js'
import { Badge, StateBadge } from '../parts/badge.js'
import { Link } from '../parts/link.js'
import { ListView } from '../parts/list-view.js'
import { Empty } from '../parts/notes.js'
import type { TableColumn } from '../parts/table.js'
import { DateTime } from '../parts/time.js'
import { useRoute } from '../route.js'
import { usePages } from '../use-pages.js'
import { isChange, useReload } from '../use-record.js'
import { ItemsPage } from './items.js'
import { Seed } from './seed.js'

type Group = ControlResultOf<'listGroupSources'>['items'][number]
type SourceOfGroup = { group: Group; source: Group['sources'][number] | undefined }

/** Groups and their sources; a source opens with its items. */
export function SourcesPage() {
  const { rest } = useRoute()
  return rest[0] === undefined ? <SourceList /> : <ItemsPage sourceId={rest[0]} />
}

function SourceList() {
  const pages = usePages('listGroupSources', { query: { limit: '100' } })
  useReload(pages.reload, isChange)
  const rows = pages.rows.flatMap((group): SourceOfGroup[] =>
    group.sources.length === 0 ? [{ group, source: undefined }] : group.sources.map((source) => ({ group, source })),
  )
  return (
    <ListView
      title="Groups and sources"
      base="sources"
      pages={{ ...pages, rows }}
      columns={COLUMNS}
      actions={<Seed first />}
      keyOf={({ group, source }) => (source ? source.source_id : `group-${group.feedback_group_id}`)}
      empty={
        <Empty title="No groups yet." command={COMMANDS.firstPush}>
          This command creates a group and a source and pushes a file. Or add data from a seed, above.
        </Empty>
      }
    />
  )
}

const COLUMNS: readonly TableColumn<SourceOfGroup>[] = [
  {
    title: 'Source',
    show: ({ source }) =>
      source ? (
        <Link to={`/sources/${source.source_id}`}>
          <bdi>{source.source_title}</bdi>
        </Link>
      ) : (
        <span className="dim">no source yet</span>
      ),
  },
  { title: 'Group', width: '22%', wide: true, show: ({ group }) => <bdi title={group.name}>{group.name}</bdi> },
  {
    title: 'Tracks',
    width: '6.5rem',
    wide: true,
    show: ({ group }) =>
      group.tracking === 'none' ? <span className="dim">–</span> : <Badge tone="calm">{group.tracking}</Badge>,
  },
  { title: 'Mode', width: '7.5rem', wide: true, show: ({ source }) => source && <StateBadge word={source.mode} /> },
  { title: 'Fields', width: '4.5rem', numeric: true, wide: true, show: ({ source }) => source?.fields.length },
  { title: 'Items', width: '6rem', numeric: true, show: ({ source }) => source?.item_count.toLocaleString('en') },
  {
    title: 'Analysis',
    width: '6rem',
    show: ({ source }) =>
      source && (
        <Link className="more" to={`/analysis/${source.source_id}`}>
          Open
        </Link>
      ),
  },
  {
    title: 'Created',
    width: '11.5rem',
    wide: true,
    show: ({ source, group }) => <DateTime at={source?.created_at ?? group.created_at} />,
  },
]
