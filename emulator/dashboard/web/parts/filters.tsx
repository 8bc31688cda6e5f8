import { useEffect, useState } from 'react'
import { later } from '../browser.js'
import { go, placeOf, useRoute } from '../route.js'

/** So long after the last key a search is made. */
const PAUSE_MS = 250

/** A filter's value in the address, and how to set it. */
function useFilter(name: string): [string, (value: string) => void] {
  const { search } = useRoute()
  const { org: _, ...others } = Object.fromEntries(search)
  const set = (value: string) => go(placeOf(location.pathname, { ...others, [name]: value }), true)
  return [search.get(name) ?? '', set]
}

/** A field to search in. */
export function SearchField({ name, label }: { name: string; label: string }) {
  const [value, set] = useFilter(name)
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is what counts.
  useEffect(() => (typed === value ? undefined : later(PAUSE_MS, () => set(typed))), [typed])
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
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
  return (
    <select aria-label={all} value={value} onChange={(event) => set(event.target.value)}>
      <option value="">{all}</option>
      {options.map(([each, label]) => (
        <option key={each} value={each}>
          {label}
        </option>
      ))}
    </select>
  )
}
