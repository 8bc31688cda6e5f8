import type { ReactNode } from 'react'
import { currentFilters, hrefOf, useRoute } from '../route.js'
import type { LoadedPages } from '../use-pages.js'
import { Loading, Problem } from './notes.js'
import { Table, type TableColumn } from './table.js'
import { View } from './view.js'

interface ListViewProps<T> {
  title: string
  /** First segment of the address; the rows lead to `/base/key`. */
  base: string
  pages: Pick<LoadedPages<T>, 'rows' | 'error' | 'isLoaded' | 'hasMore' | 'loadMore'>
  columns: readonly TableColumn<T>[]
  keyOf(row: T): string
  empty: ReactNode
  actions?: ReactNode
  filters?: ReactNode
  /** Rows in a row with the same heading are under it; one without stays under that of the row before. */
  headingOf?(row: T): string | undefined
  /** What is between the heading and the table. */
  above?: ReactNode
  panel?(key: string, back: string): ReactNode
}

/** A page that is a list, and beside it what is open of it. */
export function ListView<T>({
  title,
  base,
  pages,
  columns,
  keyOf,
  empty,
  above,
  panel,
  headingOf,
  ...rest
}: ListViewProps<T>) {
  const { rest: open } = useRoute()
  const filters = currentFilters()
  const selected = open[base.split('/').length - 1]
  const back = hrefOf(`/${base}`, filters)
  const shown = selected === undefined || !panel ? columns : columns.filter(({ spare }) => !spare)
  return (
    <View {...rest} title={title} panel={selected !== undefined && panel?.(selected, back)}>
      {above}
      {pages.error && <Problem error={pages.error} />}
      {!pages.isLoaded && <Loading />}
      {pages.isLoaded && !pages.error && pages.rows.length === 0 && !pages.hasMore && empty}
      {(pages.rows.length > 0 || pages.hasMore) && (
        <Table
          label={title}
          rows={pages.rows}
          columns={shown}
          keyOf={keyOf}
          {...(headingOf && { headingOf })}
          {...(panel && { placeOf: (row: T) => hrefOf(`/${base}/${encodeURIComponent(keyOf(row))}`, filters) })}
          selected={selected ?? ''}
          hasMore={pages.hasMore}
          onMore={pages.loadMore}
        />
      )}
    </View>
  )
}

/** A list that comes whole, in the form of one that comes in pages. */
export function wholeList<T>({ data, error }: { data: { items: T[] } | undefined; error: LoadedPages<T>['error'] }) {
  return {
    rows: data?.items ?? [],
    error,
    isLoaded: data !== undefined || error !== undefined,
    hasMore: false,
    loadMore() {},
  }
}
