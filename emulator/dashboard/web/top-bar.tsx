import { useEffect, useState } from 'react'
import { BASE_URL } from './base-url.js'
import { every, machineNow } from './browser.js'
import { ConnectButton } from './connect.js'
import { aheadOfMachine } from './control.js'
import { OrgSwitcher } from './org-switcher.js'
import { Badge } from './parts/badge.js'
import { Id } from './parts/copy.js'
import { Icon } from './parts/icon.js'
import { Link } from './parts/link.js'
import { chooseTheme, currentTheme } from './theme.js'
import { useRecord } from './use-record.js'

/** The way to the pages if there is no room for them, organisation, address of the API, clock, and the look of the page. */
export function TopBar({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu(): void }) {
  return (
    <header className="top">
      <button
        type="button"
        className="quiet menu-button"
        aria-label="Pages"
        aria-expanded={isMenuOpen}
        aria-controls="pages"
        onClick={onMenu}
      >
        <Icon name={isMenuOpen ? 'close' : 'menu'} />
      </button>
      <OrgSwitcher />
      <span className="base-url">
        <span className="dim">API</span> <Id value={BASE_URL} />
      </span>
      <ConnectButton />
      <ClockChip />
      <ThemeButton />
    </header>
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
      <time dateTime={shown}>
        <span className="date">{shown.slice(0, 10)}</span> {shown.slice(11, 19)}
      </time>
      <span className="dim utc">UTC</span>
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
