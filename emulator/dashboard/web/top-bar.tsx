import { useEffect, useState } from 'react'
import { BASE_URL } from './base-url.js'
import { every, machineNow } from './browser.js'
import { aheadOfMachine } from './control.js'
import { useOrgId } from './org.js'
import { Badge } from './parts/badge.js'
import { Id } from './parts/copy.js'
import { Icon } from './parts/icon.js'
import { Link } from './parts/link.js'
import { go } from './route.js'
import { chooseTheme, currentTheme } from './theme.js'
import { useRecord } from './use-record.js'

/** Organisation, address of the API, clock, and the look of the page. */
export function TopBar() {
  return (
    <header className="top">
      <OrgChoice />
      <span className="base-url">
        <span className="dim">API</span> <Id value={BASE_URL} />
      </span>
      <ClockChip />
      <ThemeButton />
    </header>
  )
}

function OrgChoice() {
  const orgId = useOrgId()
  const { data } = useRecord('listOrganizations')
  const items = data?.items ?? []
  return (
    <select aria-label="Organisation" value={orgId} onChange={({ target }) => go(`/requests?org=${target.value}`)}>
      {!items.some(({ org_id }) => org_id === orgId) && <option value={orgId}>Organisation {orgId}</option>}
      {items.map(({ org_id, name }) => (
        <option key={org_id} value={org_id}>
          {name} ({org_id})
        </option>
      ))}
    </select>
  )
}

function ClockChip() {
  const { data } = useRecord('getClock', {}, ({ name }) => name === 'clock' || name === 'reload')
  const [ahead, setAhead] = useState(0)
  const [now, setNow] = useState(machineNow)
  useEffect(() => (data ? setAhead(aheadOfMachine(data.now)) : undefined), [data])
  useEffect(() => every(1_000, () => setNow(machineNow())), [])
  if (!data) return <span className="clock-chip" />
  const isFrozen = data.mode === 'frozen'
  const shown = isFrozen ? data.now : new Date(now + ahead).toISOString()
  return (
    <Link to="/clock" className="clock-chip" title="Clock and faults">
      <Icon name="clock" />
      <time dateTime={shown}>{`${shown.slice(0, 10)} ${shown.slice(11, 19)}`}</time>
      {isFrozen && <Badge tone="calm">frozen</Badge>}
    </Link>
  )
}

function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme)
  const other = theme === 'dark' ? 'light' : 'dark'
  const change = () => {
    chooseTheme(other)
    setTheme(other)
  }
  return (
    <button
      type="button"
      className="quiet"
      aria-label={`Show the page ${other}`}
      title={`Show the page ${other}`}
      onClick={change}
    >
      <Icon name="theme" />
    </button>
  )
}
