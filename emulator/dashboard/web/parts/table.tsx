import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { go } from '../route.js'

/** Every row is as high as this, in pixels; the style sheet agrees. */
const ROW = 32
const SPARE_ROWS = 12

export interface TableColumn<T> {
  title: string
  /** CSS width; the columns without one share what is left. */
  width?: string
  numeric?: boolean
  /** Left out while something is open beside the list, and on a narrow page. */
  spare?: boolean
  /** Left out where the list is narrow. */
  wide?: boolean
  show(row: T): ReactNode
}

interface TableProps<T> {
  label: string
  rows: readonly T[]
  columns: readonly TableColumn<T>[]
  keyOf(row: T): string
  /** Where a row leads; the first column should hold a link to it. */
  placeOf?(row: T): string
  selected?: string
  hasMore?: boolean
  onMore?(): void
}

/** A table that draws only the rows in sight, and asks for more when its end comes near. */
export function Table<T>(props: TableProps<T>) {
  const { label, rows, columns, keyOf, hasMore = false, onMore } = props
  const box = useRef<HTMLElement>(null)
  const { from, to, onScroll } = useSight(box, rows.length)
  useKeptPlace(box, rows, keyOf)
  useEffect(() => {
    if (hasMore && to >= rows.length - SPARE_ROWS) onMore?.()
  }, [hasMore, to, rows.length, onMore])
  const below = rows.length - to
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="table" ref={box} onScroll={onScroll} onKeyDown={walk} tabIndex={0} aria-label={label}>
      <table aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <colgroup>
          {columns.map((column) => (
            <col
              key={column.title}
              className={classOf(column)}
              style={column.width === undefined ? {} : { width: column.width }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Filler height={from * ROW} />
          {rows.slice(from, to).map((row, index) => (
            <Row key={keyOf(row)} row={row} index={from + index} {...props} />
          ))}
          <Filler height={below * ROW} />
        </tbody>
      </table>
    </section>
  )
}

function Row<T>({ row, index, columns, keyOf, placeOf, selected }: TableProps<T> & { row: T; index: number }) {
  const place = placeOf?.(row)
  const isSelected = selected !== undefined && keyOf(row) === selected
  return (
    <tr
      aria-rowindex={index + 2}
      className={`${place === undefined ? '' : 'leads'}${isSelected ? ' selected' : ''}`}
      onClick={place === undefined ? undefined : (event) => event.defaultPrevented || go(place)}
    >
      {columns.map((column) => (
        <td key={column.title} className={classOf(column)}>
          {column.show(row)}
        </td>
      ))}
    </tr>
  )
}

function classOf({ numeric, spare, wide }: TableColumn<never>): string | undefined {
  return `${numeric ? 'numeric' : ''}${spare || wide ? ' wide' : ''}`.trim() || undefined
}

/** Room for rows that are not drawn. One cell: which columns there are is up to the width of the page. */
function Filler({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr className="filler">
      <td style={{ height }} />
    </tr>
  )
}

/** Which rows are in sight, with some to spare. */
function useSight(box: React.RefObject<HTMLElement | null>, count: number) {
  const [sight, setSight] = useState({ top: 0, height: 800 })
  const look = () => {
    const { scrollTop = 0, clientHeight = 800 } = box.current ?? {}
    setSight((before) => {
      const isNear = Math.abs(before.top - scrollTop) < (ROW * SPARE_ROWS) / 2 && before.height === clientHeight
      return isNear ? before : { top: scrollTop, height: clientHeight }
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box stays the same.
  useLayoutEffect(() => {
    look()
    const observer = new ResizeObserver(look)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const from = Math.min(Math.max(0, Math.floor(sight.top / ROW) - SPARE_ROWS), Math.max(0, count - 1))
  const to = Math.min(count, Math.ceil((sight.top + sight.height) / ROW) + SPARE_ROWS)
  return { from, to, onScroll: look }
}

/** Rows that come in front do not move what is being read. */
function useKeptPlace<T>(box: React.RefObject<HTMLElement | null>, rows: readonly T[], keyOf: (row: T) => string) {
  const first = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const before = first.current
    first.current = rows[0] === undefined ? undefined : keyOf(rows[0])
    if (before === undefined || before === first.current || !box.current || box.current.scrollTop === 0) return
    const added = rows.findIndex((row) => keyOf(row) === before)
    if (added > 0) box.current.scrollTop += added * ROW
  }, [rows, keyOf, box])
}

/** The arrow keys go from row to row. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tr.leads a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = links[at < 0 ? 0 : at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
