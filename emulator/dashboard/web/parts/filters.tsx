import { type ReactNode, useEffect, useRef, useState } from 'react'
import { later } from '../browser.js'
import { currentFilters, go, hrefOf, useRoute } from '../route.js'
import { Icon } from './icon.js'

/** So long after the last key a search is made. */
const PAUSE_MS = 250

/** A filter's value in the address, and how to set it. */
function useFilter(name: string): [string, (value: string) => void] {
  const { search } = useRoute()
  const set = (value: string) => go(hrefOf(location.pathname, { ...currentFilters(), [name]: value }), true)
  return [search.get(name) ?? '', set]
}

/** A field to search in; `/` goes to the first of a page. */
export function SearchField({ name, label, hint = label }: { name: string; label: string; hint?: string }) {
  const [value, set] = useFilter(name)
  const [typed, setTyped] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setTyped(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is what counts.
  useEffect(() => (typed === value ? undefined : later(PAUSE_MS, () => set(typed))), [typed])
  useEffect(() => {
    const seek = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest('input, textarea, select, dialog')
      if (event.key !== '/' || isTyping || document.querySelector('.filters input') !== field.current) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', seek)
    return () => document.removeEventListener('keydown', seek)
  }, [])
  return (
    <input
      ref={field}
      type="search"
      aria-label={hint}
      aria-keyshortcuts="/"
      title={`${hint} (/)`}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        const first = document.querySelector<HTMLElement>('tr.leads a')
        if (event.key !== 'ArrowDown' || !first) return
        event.preventDefault()
        first.focus()
      }}
    />
  )
}

/** A choice of values; '' is all of them. */
export function ChoiceField({
  name,
  all,
  options,
}: {
  name: string
  all: string
  options: readonly (readonly [value: string, label: string])[]
}) {
  const [value, set] = useFilter(name)
  const isKnown = value === '' || options.some(([each]) => each === value)
  return (
    <select aria-label={all} value={value} onChange={(event) => set(event.target.value)}>
      <option value="">{all}</option>
      {!isKnown && <option>{value}</option>}
      {options.map(([each, label]) => (
        <option key={each} value={each}>
          {label}
        </option>
      ))}
    </select>
  )
}

interface SetFilterProps {
  name: string
  /** A filter that means nothing without it. */
  with?: string
  children: (value: string, others: string) => ReactNode
}

/** A filter that another page set, and a way out of it; nothing if it is not set. */
export function SetFilter({ name, with: other, children }: SetFilterProps) {
  const { search } = useRoute()
  const value = search.get(name)
  if (!value) return null
  const clear = () => {
    const { [name]: _, [other ?? name]: __, ...kept } = currentFilters()
    go(hrefOf(location.pathname, kept), true)
  }
  return (
    <button type="button" className="button set-filter" title="Show all again" onClick={clear}>
      {children(value, (other && search.get(other)) ?? '')}
      <Icon name="close" />
    </button>
  )
}
