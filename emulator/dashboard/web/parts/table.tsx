import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
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
  /** CSS width where the list is narrow, if another; `auto` takes the room of the columns that are left out. */
  narrow?: string
  /** May take several lines where the list is narrow. */
  wraps?: boolean
  /** The title is for screen readers alone. */
  untitled?: boolean
  show(row: T): ReactNode
  /** A second line where the list is narrow, for what a column left out would say. */
  below?(row: T): ReactNode
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
  /** Rows in a row with the same heading are under it; one without stays under that of the row before. */
  headingOf?(row: T): string | undefined
}

/** What a line of the table is: a row, or the heading of those below. */
type Line<T> = { key: string; heading: string } | { key: string; row: T }

/** A table that draws only the rows in sight, and asks for more when its end comes near. */
export function Table<T>(props: TableProps<T>) {
  const { label, columns, hasMore = false, onMore } = props
  const box = useRef<HTMLElement>(null)
  const lines = linesOf(props)
  const { from, to, onScroll } = useSight(box, lines.length)
  useKeptPlace(box, lines)
  useEffect(() => {
    if (hasMore && to >= lines.length - SPARE_ROWS) onMore?.()
  }, [hasMore, to, lines.length, onMore])
  const below = lines.length - to
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="table" ref={box} onScroll={onScroll} onKeyDown={walk} tabIndex={0} aria-label={label}>
      <table aria-rowcount={hasMore ? -1 : lines.length + 1}>
        <colgroup>
          {columns.map((column) => (
            <col
              key={column.title}
              className={classOf(column)}
              style={{ '--width': column.width, '--narrow': column.narrow ?? column.width } as CSSProperties}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.untitled ? <span className="unseen">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Filler height={from * ROW} />
          {lines.slice(from, to).map((line, index) =>
            'heading' in line ? (
              <tr key={line.key} className="heading" aria-rowindex={from + index + 2}>
                <td>{line.heading}</td>
              </tr>
            ) : (
              <Row key={line.key} row={line.row} index={from + index} {...props} />
            ),
          )}
          <Filler height={below * ROW} />
        </tbody>
      </table>
    </section>
  )
}

function linesOf<T>({ rows, keyOf, headingOf }: TableProps<T>): Line<T>[] {
  let last: string | undefined
  return rows.flatMap((row): Line<T>[] => {
    const line = { key: keyOf(row), row }
    const heading = headingOf?.(row)
    if (heading === undefined || heading === last) return [line]
    last = heading
    return [{ key: `${heading} ${line.key}`, heading }, line]
  })
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
          {column.below && <span className="below">{column.below(row)}</span>}
        </td>
      ))}
    </tr>
  )
}

function classOf({ numeric, spare, wide, wraps }: TableColumn<never>): string | undefined {
  return [numeric && 'numeric', (spare || wide) && 'wide', wraps && 'wraps'].filter(Boolean).join(' ') || undefined
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
function useKeptPlace<T>(box: React.RefObject<HTMLElement | null>, lines: readonly Line<T>[]) {
  const first = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const before = first.current
    first.current = lines.find((line) => 'row' in line)?.key
    if (before === undefined || before === first.current || !box.current || box.current.scrollTop === 0) return
    // The heading of the first one stays above it.
    const added = lines.findIndex(({ key }) => key === before) - (lines[0] && 'heading' in lines[0] ? 1 : 0)
    if (added > 0) box.current.scrollTop += added * ROW
  }, [lines, box])
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
