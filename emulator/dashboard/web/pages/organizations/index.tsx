import { DEFAULT_ORG, useOrgId } from '../../org-id.js'
import { Badge } from '../../parts/badge.js'
import { SearchField } from '../../parts/filters.js'
import { Link } from '../../parts/link.js'
import { ListView, wholeList } from '../../parts/list-view.js'
import { Empty } from '../../parts/notes.js'
import type { TableColumn } from '../../parts/table.js'
import { DateTime } from '../../parts/time.js'
import { useRoute } from '../../route.js'
import { useRecord } from '../../use-record.js'
import { NewOrganization } from './new-organization.js'
import { OrganizationPanel } from './organization-panel.js'
import { type OrganizationListed, planInWords } from './settings.js'

/** The organisations of this emulator, each with its own keys, data and clock. */
export function OrganizationsPage() {
  const orgId = useOrgId()
  const { search } = useRoute()
  const organizations = useRecord('listOrganizations')
  const list = wholeList(organizations)
  const text = (search.get('text') ?? '').trim().toLowerCase()
  const rows = list.rows.filter(({ org_id, name }) => org_id === text || name.toLowerCase().includes(text))
  return (
    <ListView
      title="Organisations"
      base="organizations"
      pages={{ ...list, rows }}
      columns={columns(orgId)}
      keyOf={(row) => row.org_id}
      filters={<SearchField name="text" label="Search names" />}
      actions={<NewOrganization />}
      empty={<Empty title="No organisation matches.">Clear the search to see them all.</Empty>}
      panel={(id, back) => (
        <OrganizationPanel
          organization={list.rows.find(({ org_id }) => org_id === id)}
          isLoaded={list.isLoaded}
          reload={organizations.reload}
          back={back}
        />
      )}
    />
  )
}

function columns(shown: string): TableColumn<OrganizationListed>[] {
  return [
    { title: 'Id', width: '4.5rem', show: ({ org_id }) => <code>{org_id}</code> },
    {
      title: 'Name',
      show: ({ org_id, name }) => (
        <Link keep to={`/organizations/${org_id}`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      title: 'Current',
      width: '8rem',
      show: ({ org_id }) =>
        org_id === shown ? (
          <Badge tone="calm">current</Badge>
        ) : (
          <Link className="more" to="/requests" search={{ org: org_id === DEFAULT_ORG ? '' : org_id }}>
            Show
          </Link>
        ),
    },
    { title: 'Plan', spare: true, width: '8rem', show: ({ plan }) => planInWords(plan) },
    { title: 'Rate limits', spare: true, width: '6.5rem', show: ({ rate_limits }) => (rate_limits ? 'on' : 'off') },
    { title: 'Clock', spare: true, width: '6rem', show: ({ clock }) => clock.mode },
    { title: 'Created', spare: true, width: '11.5rem', show: ({ created_at }) => <DateTime at={created_at} /> },
  ]
}
