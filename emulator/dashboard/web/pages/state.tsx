import type { ChangeRecord } from '../../../../src/contract/control/history.js'
import { ActButton } from '../parts/button.js'
import { FormDialog } from '../parts/dialog.js'
import { TextField } from '../parts/fields.js'
import { ListView } from '../parts/list-view.js'
import { Empty } from '../parts/notes.js'
import type { Column } from '../parts/table.js'
import { Time } from '../parts/time.js'
import { usePages } from '../use-pages.js'
import { isChange, useReload } from '../use-record.js'
import { NewOrganization } from './new-organization.js'
import { Snapshots } from './snapshots.js'

/** What changed, and the ways back: undo, snapshots, reset. */
export function StatePage() {
  const pages = usePages('listChanges', { query: { limit: '100' } })
  useReload(pages.reload, isChange)
  return (
    <ListView
      title="State and history"
      base="state"
      pages={pages}
      columns={COLUMNS}
      keyOf={(row) => String(row.seq)}
      above={<Snapshots />}
      empty={<Empty title="Nothing has changed yet." />}
      actions={
        <>
          <NewOrganization />
          <FormDialog
            trigger="Save snapshot"
            title="Save a snapshot"
            send="Save"
            submit={async (fields, call) => {
              await call('saveSnapshot', { body: { name: fields.text('name') } })
              return undefined
            }}
          >
            <TextField
              name="name"
              label="Name"
              required
              pattern="[A-Za-z0-9][A-Za-z0-9_\-]{0,63}"
              hint="Letters, digits, - and _."
            />
          </FormDialog>
          <ActButton sure="Drop everything?" done="Back at the seed state." act={(call) => call('resetOrganization')}>
            Reset
          </ActButton>
        </>
      }
    />
  )
}

const COLUMNS: readonly Column<ChangeRecord>[] = [
  { title: 'No.', width: '5rem', numeric: true, show: ({ seq }) => seq },
  { title: 'At', width: '11rem', show: ({ at }) => <Time at={at} /> },
  { title: 'Operation', width: '11rem', show: ({ operation }) => <code>{operation}</code> },
  { title: 'What', show: ({ summary }) => summary },
  {
    title: 'Back',
    width: '8rem',
    show: ({ seq }) => (
      <ActButton
        small
        sure="Undo all after?"
        label={`Undo to here: change ${seq}`}
        done={`Back at change ${seq}.`}
        act={(call) => call('undoChanges', { body: { to: seq } })}
      >
        Undo to here
      </ActButton>
    ),
  },
]
