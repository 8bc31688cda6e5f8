import type { ChangeRecord } from '../../../../src/contract/control/history.js'
import { controlUrl } from '../control.js'
import { onSecrets } from '../missing-secrets.js'
import { useOrgId } from '../org-id.js'
import { ActButton } from '../parts/button.js'
import { FormDialog } from '../parts/dialog.js'
import { FileField } from '../parts/fields.js'
import { Link } from '../parts/link.js'
import { ListView } from '../parts/list-view.js'
import { Empty } from '../parts/notes.js'
import type { TableColumn } from '../parts/table.js'
import { DateTime } from '../parts/time.js'
import { showToast } from '../toast.js'
import type { CallControl } from '../use-act.js'
import { usePages } from '../use-pages.js'
import { isChange, useReload } from '../use-record.js'
import { DifferencePanel, SEED } from './differences.js'
import { Seed } from './seed.js'
import { SaveSnapshot, Snapshots } from './snapshots.js'

/** What changed, and the ways elsewhere: seed, file, snapshots, undo, reset. */
export function StatePage() {
  const pages = usePages('listChanges', { query: { limit: '100' } })
  useReload(pages.reload, isChange)
  const last = pages.rows[0]
  return (
    <ListView
      title="State and history"
      base="state"
      pages={pages}
      columns={COLUMNS}
      keyOf={(row) => String(row.seq)}
      above={<Snapshots />}
      empty={<Empty title="Nothing has changed yet." />}
      panel={(since, back) => <DifferencePanel since={since} back={back} />}
      actions={
        <>
          <Seed />
          <SaveSnapshot />
          <Link className="button" to={`/state/${SEED}`}>
            Changes since the seed
          </Link>
          <Portable />
          {last && (
            <ActButton sure={`Take back ${last.operation}?`} act={undoTo(last.seq - 1)}>
              Undo last change
            </ActButton>
          )}
          <ActButton sure="Drop everything?" done="Back at the seed state." act={(call) => call('resetOrganization')}>
            Reset
          </ActButton>
        </>
      }
    />
  )
}

const undoTo = (to: number) => async (call: CallControl) => {
  const { new_secrets } = await call('undoChanges', { body: { to } })
  return `Back at change ${to}.${onSecrets(new_secrets)}`
}

const COLUMNS: readonly TableColumn<ChangeRecord>[] = [
  {
    title: 'No.',
    width: '5rem',
    numeric: true,
    show: ({ seq }) => (
      <Link to={`/state/${seq}`} title={`What is different since change ${seq}`}>
        {seq}
      </Link>
    ),
  },
  { title: 'At', width: '11rem', spare: true, show: ({ at }) => <DateTime at={at} /> },
  { title: 'Operation', width: '11rem', wide: true, show: ({ operation }) => <code>{operation}</code> },
  { title: 'What', show: ({ summary }) => <bdi title={summary}>{summary}</bdi> },
  {
    title: 'Back',
    width: '8.5rem',
    show: ({ seq }) => (
      <ActButton small sure="Undo all after?" label={`Undo to here: change ${seq}`} act={undoTo(seq)}>
        Undo to here
      </ActButton>
    ),
  },
]

/** The whole organisation as one file, out and in. */
function Portable() {
  const orgId = useOrgId()
  return (
    <>
      <a
        className="button"
        href={controlUrl(orgId, 'exportOrganization')}
        download={`organisation-${orgId}.json`}
        title="One file without webhook secrets, and of API keys only hashes. Later erases do not reach it."
      >
        Export
      </a>
      <FormDialog
        danger
        trigger="Import…"
        title="Replace everything by a file"
        send="Replace everything"
        submit={async (fields, call) => {
          const { new_secrets } = await call('importOrganization', { file: fields.file('file')! })
          showToast(`The organisation is what the file describes. Undo takes that back.${onSecrets(new_secrets)}`)
          return undefined
        }}
      >
        <p>
          What the file describes takes the place of all there is here. Webhook secrets are made anew. The change can be
          undone.
        </p>
        <FileField name="file" label="File" accept=".json" required hint="One that Export wrote." />
      </FormDialog>
    </>
  )
}
