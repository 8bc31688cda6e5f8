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
      above={
        <>
          <Undoing last={last} />
          <Snapshots />
        </>
      }
      empty={<Empty title="Nothing has changed yet." />}
      panel={(since, back) => <DifferencePanel since={since} back={back} />}
      actions={
        <>
          <Link className="button" to={`/state/${SEED}`}>
            Changes since the seed
          </Link>
          <Export />
          <Seed />
          <SaveSnapshot />
        </>
      }
    />
  )
}

/** What takes something away is set apart from the rest. */
function Undoing({ last }: { last: ChangeRecord | undefined }) {
  return (
    <div className="bar apart">
      {last && (
        <ActButton small sure={`Undo ${last.operation}?`} act={undoTo(last.seq - 1)}>
          Undo last change
        </ActButton>
      )}
      <Import />
      <ActButton small sure="Delete everything?" done="Back at the seed." act={(call) => call('resetOrganization')}>
        Reset
      </ActButton>
    </div>
  )
}

const undoTo = (to: number) => async (call: CallControl) => {
  const { new_secrets } = await call('undoChanges', { body: { to } })
  return `Back at change ${to}.${onSecrets(new_secrets)}`
}

const COLUMNS: readonly TableColumn<ChangeRecord>[] = [
  {
    title: 'No.',
    width: '4rem',
    numeric: true,
    show: ({ seq }) => (
      <Link to={`/state/${seq}`} title={`Compare with change ${seq}`}>
        {seq}
      </Link>
    ),
  },
  { title: 'Time', width: '11rem', spare: true, show: ({ at }) => <DateTime at={at} /> },
  { title: 'Operation', width: '11rem', spare: true, show: ({ operation }) => <code>{operation}</code> },
  { title: 'What', wraps: true, show: ({ summary }) => <bdi title={summary}>{summary}</bdi> },
  {
    title: 'Undo',
    width: '7.5rem',
    show: ({ seq }) => (
      <ActButton small sure="Undo all after?" label={`Undo to here: change ${seq}`} act={undoTo(seq)}>
        Undo to here
      </ActButton>
    ),
  },
]

/** The whole organisation as one file. */
function Export() {
  const orgId = useOrgId()
  return (
    <a
      className="button"
      href={controlUrl(orgId, 'exportOrganization')}
      download={`organisation-${orgId}.json`}
      title="One file, without webhook secrets and with hashes of API keys only. Later erases don't affect it."
    >
      Export
    </a>
  )
}

function Import() {
  return (
    <FormDialog
      danger
      small
      trigger="Import…"
      title="Replace everything with a file"
      send="Replace everything"
      submit={async (fields, call) => {
        const { new_secrets } = await call('importOrganization', { file: fields.file('file')! })
        showToast(`Imported. You can undo this.${onSecrets(new_secrets)}`)
        return undefined
      }}
    >
      <p>Replaces everything in this organisation and gives webhooks new signing secrets. You can undo this.</p>
      <FileField name="file" label="File" accept=".json" required hint="A file made with Export." />
    </FormDialog>
  )
}
