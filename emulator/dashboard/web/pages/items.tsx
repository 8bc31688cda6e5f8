import type { ListedItem } from '../../../../src/contract/control/feedback.js'
import { CommandLine, Id } from '../parts/copy.js'
import { ChoiceField, SearchField } from '../parts/filters.js'
import { Link } from '../parts/link.js'
import { ListView } from '../parts/list-view.js'
import { Empty } from '../parts/notes.js'
import { Facts, Panel, Section } from '../parts/panel.js'
import type { Column } from '../parts/table.js'
import { Time } from '../parts/time.js'
import { useRoute } from '../route.js'
import { usePages } from '../use-pages.js'
import { isChange, useReload } from '../use-record.js'
import { useSources } from '../use-sources.js'

/** The items of a source, searched and page by page. */
export function ItemsPage({ sourceId }: { sourceId: string }) {
  const { search } = useRoute()
  const { sources } = useSources()
  const source = sources.find(({ source_id }) => source_id === sourceId)
  const filter = Object.fromEntries(['text', 'field_id', 'theme_id'].map((name) => [name, search.get(name) ?? '']))
  const pages = usePages('listItems', { query: { ...filter, source_id: sourceId, limit: '100' } })
  useReload(() => pages.rows.length < 100 && pages.reload(), isChange)
  const fields = (source?.fields ?? []).map(({ field_id, field_text }) => [field_id, field_text] as const)
  return (
    <ListView
      title={source?.source_title ?? `Source ${sourceId}`}
      base={`sources/${sourceId}`}
      pages={pages}
      columns={columns(fields.length > 1 ? new Map(fields) : undefined)}
      keyOf={(row) => row.item_id}
      above={
        <p className="sub-head">
          <Link to="/sources">All sources</Link>
          {source && (
            <span className="dim">
              {source.group.name} · {source.item_count.toLocaleString('en')} items · {source.mode}
            </span>
          )}
          <Link to={`/analysis/${sourceId}`}>Analysis</Link>
        </p>
      }
      filters={
        <>
          <SearchField name="text" label="Search texts" />
          {fields.length > 1 && <ChoiceField name="field_id" all="Every field" options={fields} />}
        </>
      }
      empty={<NoItems isFiltered={Object.values(filter).some(Boolean)} sourceId={sourceId} />}
      panel={(id, back) => <ItemPanel item={pages.rows.find(({ item_id }) => item_id === id)} back={back} />}
    />
  )
}

function NoItems({ isFiltered, sourceId }: { isFiltered: boolean; sourceId: string }) {
  if (isFiltered) return <Empty title="No item matches.">Clear the search to see all of them.</Empty>
  return <Empty title="No items yet." command={`inpk push feedback.csv --source ${sourceId}`} />
}

function columns(fields: ReadonlyMap<string, string> | undefined): Column<ListedItem>[] {
  return [
    {
      title: 'Text',
      show: ({ source_id, item_id, text }) => <Link to={`/sources/${source_id}/${item_id}`}>{text.slice(0, 300)}</Link>,
    },
    ...(fields
      ? [{ title: 'Field', spare: true, width: '14%', show: ({ field_id }: ListedItem) => fields.get(field_id) }]
      : []),
    { title: 'Rating', width: '4.5rem', numeric: true, show: ({ rating }) => rating },
    { title: 'Channel', spare: true, width: '6rem', show: ({ channel }) => channel },
    {
      title: 'External id',
      spare: true,
      width: '9rem',
      show: ({ external_id }) => external_id && <code>{external_id}</code>,
    },
    {
      title: 'Occurred',
      spare: true,
      width: '10rem',
      show: ({ occurred_at, created_at }) => <Time at={occurred_at ?? created_at} />,
    },
  ]
}

/** One item, whole. */
export function ItemPanel({ item, back }: { item: ListedItem | undefined; back: string }) {
  if (!item) {
    return (
      <Panel title="Item" back={back}>
        <p className="dim">It is not among the items loaded; scroll on, or search for its text.</p>
      </Panel>
    )
  }
  return (
    <Panel title={`Item ${item.item_id}`} back={back}>
      <blockquote className="verbatim">{item.text}</blockquote>
      <Facts
        facts={[
          ['Item id', <Id key="id" value={item.item_id} />],
          ['Field', item.field_id],
          ['External id', item.external_id === null ? 'none' : <Id key="external" value={item.external_id} />],
          ['Customer id', item.customer_id === null ? 'none' : <Id key="customer" value={item.customer_id} />],
          ['Channel', item.channel ?? 'none'],
          ['Language', item.language ?? 'none'],
          ['Rating', item.rating ?? 'none'],
          ['Occurred', <Time key="occurred" at={item.occurred_at} />],
          ['Stored', <Time key="created" at={item.created_at} />],
          ['Reference', item.source_reference ?? 'none'],
        ]}
      />
      {item.external_id !== null && (
        <Section title="Erase it everywhere">
          <CommandLine line={`inpk feedback erase --external-id ${item.external_id}`} />
        </Section>
      )}
    </Panel>
  )
}
