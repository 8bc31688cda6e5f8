import { type KeyboardEvent, useEffect, useState } from 'react'
import type { ControlResultOf } from '../../../src/contract/control/index.js'
import { type ControlError, callControl } from './control.js'
import { DEFAULT_ORG, useOrgId } from './org-id.js'
import { useOrganization } from './organization.js'
import { Icon } from './parts/icon.js'
import { Link } from './parts/link.js'
import { Loading, Problem } from './parts/notes.js'
import { useRoute } from './route.js'
import { useDialog } from './use-dialog.js'

type Organization = ControlResultOf<'listOrganizations'>['items'][number]
/** What the list holds, as it was when the dialog opened. */
type Listed = { items: readonly Organization[] } | { error: ControlError } | undefined

/** The organisation shown, and a way to each of the others that stays on the page. */
export function OrgSwitcher() {
  const orgId = useOrgId()
  const { data } = useOrganization()
  const { isOpen, open, close, titleId, props } = useDialog()
  return (
    <>
      <button type="button" className="button org-button" aria-haspopup="dialog" onClick={open} title={data?.name}>
        <span className="unseen">Organisation </span>
        {data && <bdi>{data.name}</bdi>}
        <span className="dim">{orgId}</span>
        <Icon name="down" />
      </button>
      <dialog {...props} className="switcher" onKeyDown={walk}>
        <h2 id={titleId}>Organisations</h2>
        {isOpen && <Search close={close} />}
      </dialog>
    </>
  )
}

function Search({ close }: { close(): void }) {
  const orgId = useOrgId()
  const [text, setText] = useState('')
  const [listed, setListed] = useState<Listed>()
  useEffect(() => {
    callControl(orgId, 'listOrganizations').then(setListed, (error: ControlError) => setListed({ error }))
  }, [orgId])
  return (
    <>
      <input
        type="search"
        aria-label="Search organisations"
        placeholder="Name or number"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {listed === undefined && <Loading />}
      {listed !== undefined && 'error' in listed && <Problem error={listed.error} />}
      {listed !== undefined && 'items' in listed && <Choices items={listed.items} text={text} onChoice={close} />}
      <div className="dialog-bar">
        <Link to="/organizations" className="button" onFollow={close}>
          Manage organisations
        </Link>
        <button type="button" className="button" onClick={close}>
          Close
        </button>
      </div>
    </>
  )
}

function Choices({ items, text, onChoice }: { items: readonly Organization[]; text: string; onChoice(): void }) {
  const orgId = useOrgId()
  const { page } = useRoute()
  const wanted = text.trim().toLowerCase()
  const shown = items.filter(({ org_id, name }) => org_id === wanted || name.toLowerCase().includes(wanted))
  if (shown.length === 0) return <p className="dim">No organisation matches.</p>
  return (
    <ul>
      {shown.map(({ org_id, name }) => (
        <li key={org_id}>
          <Link
            to={`/${page}`}
            search={{ org: org_id === DEFAULT_ORG ? '' : org_id }}
            current={org_id === orgId}
            onFollow={onChoice}
          >
            <bdi>{name}</bdi>
            <span className="dim">{org_id}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The arrow keys go from the field to the names and along them. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  event.stopPropagation()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li a')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (event.key === 'Enter' && at === 0) stops[1]?.click()
  if (step === undefined || at < 0) return
  event.preventDefault()
  stops[at + step]?.focus()
}
