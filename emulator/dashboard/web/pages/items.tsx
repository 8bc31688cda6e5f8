import { useState } from 'react'
import type { ListedItem } from '../../../../src/contract/control/feedback.js'
import { ITEM_MEMBERS, type Member, membersListedBy } from '../../../../src/contract/items/members.js'
import { COMMANDS } from '../commands.js'
import { stateInWords } from '../parts/badge.js'
import { ChoiceField, SearchField, SetFilter } from '../parts/filters.js'
import { Link } from '../parts/link.js'
import { ListView } from '../parts/list-view.js'
import { Empty } from '../parts/notes.js'
import type { TableColumn } from '../parts/table.js'
import { DateTime } from '../parts/time.js'
import { useRoute } from '../route.js'
import { usePages } from '../use-pages.js'
import { isChange, useRecord, useReload } from '../use-record.js'
import { useSources } from '../use-sources.js'
import { ItemPanel } from './item-panel.js'

const PAGE = 100

/** The items of a source, searched and page by page. */
export function ItemsPage({ sourceId }: { sourceId: string }) {
  const { search } = useRoute()
  const { sources, isLoaded } = useSources()
  const source = sources.find(({ source_id }) => source_id === sourceId)
  const filter = Object.fromEntries(
    ['text', 'field_id', 'theme_id', 'period_key'].map((name) => [name, search.get(name) ?? '']),
  )
  const pages = usePages('listItems', { query: { ...filter, source_id: sourceId, limit: `${PAGE}` } })
  const [isStale, setStale] = useState(false)
  const reload = () => {
    setStale(false)
    pages.reload()
  }
  // Whoever has scrolled on is not thrown back to the start.
  useReload(() => (pages.rows.length <= PAGE ? reload() : setStale(true)), isChange)
  const fields = (source?.fields ?? []).map(({ field_id, field_text }) => [field_id, field_text] as const)
  return (
    <ListView
      title={source?.source_title ?? `Source ${sourceId}`}
      base={`sources/${sourceId}`}
      pages={pages}
      columns={columns(fields.length > 1 ? new Map(fields) : undefined)}
      keyOf={(row) => row.item_id}
      above={
        <div className="sub-head">
          <Link to="/sources">All sources</Link>
          {source && (
            <span className="dim">
              {source.group.name} · {source.item_count.toLocaleString('en')} items · {stateInWords(source.mode)}
            </span>
          )}
          <Link to={`/analysis/${sourceId}`}>Analysis</Link>
          {isStale && (
            <button type="button" className="button small" onClick={reload}>
              New data: reload
            </button>
          )}
        </div>
      }
      filters={<Filters sourceId={sourceId} fields={fields} isTheme={Boolean(filter.theme_id)} />}
      empty={
        isLoaded && !source ? (
          <Empty title={`Source ${sourceId.slice(0, 40)} not found`} />
        ) : (
          <NoItems isFiltered={Object.values(filter).some(Boolean)} sourceId={sourceId} />
        )
      }
      panel={(id, back) => (
        <ItemPanel
          key={id}
          id={id}
          listed={pages.rows.find(({ item_id }) => item_id === id)}
          fields={fields}
          back={back}
        />
      )}
    />
  )
}

interface FiltersProps {
  sourceId: string
  fields: readonly (readonly [id: string, text: string])[]
  /** The items of a theme are not searched further. */
  isTheme: boolean
}

function Filters({ sourceId, fields, isTheme }: FiltersProps) {
  return (
    <>
      {!isTheme && <SearchField name="text" label="Search texts" />}
      {!isTheme && fields.length > 1 && <ChoiceField name="field_id" all="All fields" options={fields} />}
      <SetFilter name="theme_id" with="period_key">
        {(id, period) => <ThemeName sourceId={sourceId} themeId={id} period={period} />}
      </SetFilter>
    </>
  )
}

function ThemeName({ sourceId, themeId, period }: { sourceId: string; themeId: string; period: string }) {
  const { data } = useRecord('getSourceAnalysis', { params: { id: sourceId } })
  const label = data?.themes.find(({ theme_id }) => theme_id === themeId)?.label ?? themeId
  return (
    <span>
      Theme: {label}
      {period && `, ${period}`}
    </span>
  )
}

function NoItems({ isFiltered, sourceId }: { isFiltered: boolean; sourceId: string }) {
  if (isFiltered) return <Empty title="No item matches.">Clear the search to see them all.</Empty>
  return <Empty title="No items yet." command={COMMANDS.pushTo(sourceId)} />
}

function columns(fields: ReadonlyMap<string, string> | undefined): TableColumn<ListedItem>[] {
  const [text, ...others] = membersListedBy('dashboard').map(memberColumn)
  const field = { title: 'Field', spare: true, width: '14%', show: ({ field_id }: ListedItem) => fields?.get(field_id) }
  return [text!, ...(fields ? [field] : []), ...others]
}

function memberColumn(member: Member): TableColumn<ListedItem> {
  const row = ITEM_MEMBERS[member]
  switch (row.kind) {
    case 'feedback':
      return {
        title: row.title,
        show: ({ source_id, item_id, text }) => (
          <Link to={`/sources/${source_id}/${item_id}`} keep>
            <bdi>{text.slice(0, 300)}</bdi>
          </Link>
        ),
      }
    case 'number':
      return { title: row.title, width: '4.5rem', numeric: true, wide: true, show: (item) => item[member] }
    case 'time': {
      const show = (item: ListedItem) => <DateTime at={item[member] as string | null} />
      return { title: row.title, spare: true, width: '11.5rem', show }
    }
    default: {
      const isId = 'isId' in row
      const show = (item: ListedItem) => (isId && item[member] ? <code>{item[member]}</code> : item[member])
      return { title: row.title, spare: true, width: isId ? '9rem' : '6rem', show }
    }
  }
}
