import { useState } from 'react'
import type { RequestSummary } from '../../../../src/contract/control/stream.js'
import { DATA_FOLDER } from '../base-url.js'
import { COMMANDS } from '../commands.js'
import { Connect } from '../connect.js'
import { controlUrl } from '../control.js'
import { useLive } from '../live-events.js'
import { OPERATION_NAMES } from '../operation-names.js'
import { useOrgId } from '../org-id.js'
import { Status } from '../parts/badge.js'
import { CommandLine } from '../parts/copy.js'
import { ChoiceField, SearchField, SetFilter } from '../parts/filters.js'
import { Icon } from '../parts/icon.js'
import { Link } from '../parts/link.js'
import { Empty, Loading, Problem } from '../parts/notes.js'
import { Table, type TableColumn } from '../parts/table.js'
import { dayInWords, TimeOfDay } from '../parts/time.js'
import { View } from '../parts/view.js'
import { currentFilters, hrefOf, useRoute } from '../route.js'
import { usePages } from '../use-pages.js'
import { useRecord, useReload } from '../use-record.js'
import { RequestPanel, textsOn } from './request-panel.js'

const KEPT = 10_000
/** Marked from here on. */
const SLOW_MS = 1_000
const STATUSES = [
  ['2xx', '2xx success'],
  ['4xx', '4xx refused'],
  ['429', '429 rate limited'],
  ['5xx', '5xx failed'],
] as const

/** The request log, live. */
export function RequestsPage() {
  const { rest, search } = useRoute()
  const orgId = useOrgId()
  const query = Object.fromEntries(
    ['status', 'operation', 'key_id', 'text'].map((name) => [name, search.get(name) ?? '']),
  )
  const pages = usePages('listRequests', { query: { ...query, detail: 'summary', limit: '200' } })
  useLive((events) => {
    const fresh = events.flatMap((event) =>
      event.name === 'request' && isWanted(event.data, query) ? [event.data] : [],
    )
    if (fresh.length > 0 && !query.text) pages.change((rows) => inFront(fresh, rows))
  })
  useReload(pages.reload, ({ name }) => name === 'reload' || (name === 'request' && Boolean(query.text)))
  const [chosen, choose] = useState<ReadonlySet<string>>(NONE)
  const wanted = chosen.size > 0 ? { ids: [...chosen].join(',') } : query
  const selected = rest[0]
  const filters = currentFilters()
  const place = (row: RequestSummary) => hrefOf(`/requests/${row.id}`, filters)
  const isFiltered = Object.values(query).some(Boolean)
  return (
    <View
      title="Requests"
      filters={<Filters chosen={chosen} clear={() => choose(NONE)} />}
      actions={
        !selected &&
        pages.rows.length > 0 && (
          <a className="button" download="requests.har" href={controlUrl(orgId, 'exportRequests', { query: wanted })}>
            Download HAR{chosen.size > 0 && ` (${chosen.size})`}
          </a>
        )
      }
      panel={selected && <RequestPanel id={selected} back={hrefOf('/requests', filters)} />}
    >
      {pages.error && <Problem error={pages.error} />}
      {!pages.isLoaded && <Loading />}
      {pages.isLoaded && pages.rows.length === 0 && <NoRequests isFiltered={isFiltered} />}
      {pages.rows.length > 0 && (
        <Table
          label="Requests, newest first"
          rows={pages.rows}
          columns={[chooser(chosen, choose), ...COLUMNS].filter(({ spare }) => !(spare && selected))}
          headingOf={({ at }) => dayInWords(at)}
          keyOf={(row) => row.id}
          placeOf={place}
          selected={selected ?? ''}
          hasMore={pages.hasMore}
          onMore={pages.loadMore}
        />
      )}
    </View>
  )
}

function Filters({ chosen, clear }: { chosen: ReadonlySet<string>; clear(): void }) {
  return (
    <>
      <SearchField name="text" label="Search" hint="Search paths, bodies and hints" />
      <ChoiceField name="status" all="All statuses" options={STATUSES} />
      <ChoiceField name="operation" all="All operations" options={OPERATION_NAMES} />
      <SetFilter name="key_id">{(id) => <KeyName id={id} />}</SetFilter>
      {chosen.size > 0 && (
        <button type="button" className="button set-filter" title="Clear selection" onClick={clear}>
          {chosen.size} selected
          <Icon name="close" />
        </button>
      )}
    </>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** Ticks requests for a HAR file of their own. */
function chooser(
  chosen: ReadonlySet<string>,
  choose: (chosen: ReadonlySet<string>) => void,
): TableColumn<RequestSummary> {
  return {
    title: 'Select',
    untitled: true,
    spare: true,
    width: '2.5rem',
    show: ({ id, method, path }) => (
      <input
        type="checkbox"
        aria-label={`Select ${method} ${path}`}
        checked={chosen.has(id)}
        onClick={(event) => event.stopPropagation()}
        onChange={({ target }) =>
          choose(new Set(target.checked ? [...chosen, id] : [...chosen].filter((each) => each !== id)))
        }
      />
    ),
  }
}

function KeyName({ id }: { id: string }) {
  const label = useRecord('listKeys', {}, () => false).data?.items.find((key) => key.id === id)?.label
  return <span>Key: {label ?? id}</span>
}

/** Why a request was refused, and hints: the first is read, the others are in its title. The path is beside it already. */
function Said({ texts, path }: { texts: readonly string[]; path: string }) {
  const [first] = texts
  if (first === undefined) return null
  const named = `${path.replace(/\?.*/s, '')} `
  return (
    <span className="hint-mark" title={texts.join('\n')}>
      {first.startsWith(named) ? first.slice(named.length) : first}
    </span>
  )
}

const COLUMNS: readonly TableColumn<RequestSummary>[] = [
  { title: 'Time', width: '7.5rem', wide: true, show: ({ at }) => <TimeOfDay at={at} /> },
  { title: 'Status', width: '4.5rem', show: ({ status }) => <Status status={status} /> },
  { title: 'Method', width: '4.75rem', show: ({ method }) => <code>{method}</code> },
  {
    title: 'Path',
    show: ({ id, path, ...row }) => (
      <>
        <Link to={`/requests/${id}`} keep className="path" title={path}>
          {path}
        </Link>
        <Said texts={textsOn(row)} path={path} />
      </>
    ),
  },
  {
    title: 'Operation',
    spare: true,
    width: '9rem',
    show: ({ operation }) => operation ?? <span className="dim">none</span>,
  },
  {
    title: 'ms',
    width: '4.5rem',
    numeric: true,
    wide: true,
    show: ({ ms }) => <span className={ms >= SLOW_MS ? 'slow' : ''}>{Math.round(ms).toLocaleString('en')}</span>,
  },
]

function NoRequests({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No request matches.">Clear the search to see them all.</Empty>
  return (
    <div className="first-run">
      <p className="empty-title">No requests yet.</p>
      <p className="dim">
        Requests to the API appear here live. Send one with the code below, or with this command
        {DATA_FOLDER === undefined && ', in the folder you started the emulator in'}:
      </p>
      <CommandLine line={COMMANDS.firstRequest} />
      <p className="dim">
        No data yet? Seed some under <Link to="/sources">Sources</Link>.
      </p>
      <Connect />
    </div>
  )
}

function isWanted(row: RequestSummary, { status = '', operation, key_id }: Record<string, string>): boolean {
  return (
    String(row.status).startsWith(status.replace(/x+$/, '')) &&
    (!operation || row.operation === operation) &&
    (!key_id || row.key_id === key_id)
  )
}

/** Newest first; what is there already stays where it is. */
function inFront<T extends { id: string }>(fresh: readonly RequestSummary[], rows: readonly T[]): T[] {
  const known = new Set(rows.slice(0, 1_000).map(({ id }) => id))
  const added = fresh.filter(({ id }) => !known.has(id)).toReversed() as unknown as T[]
  return [...added, ...rows].slice(0, KEPT)
}
