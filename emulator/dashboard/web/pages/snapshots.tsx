import { onSecrets } from '../missing-secrets.js'
import { ActButton } from '../parts/button.js'
import { FormDialog } from '../parts/dialog.js'
import { TextField } from '../parts/fields.js'
import { Link } from '../parts/link.js'
import { Problem } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { DateTime } from '../parts/time.js'
import { useRecord } from '../use-record.js'
import { SNAPSHOT } from './differences.js'

/** Saved states one can go back to. */
export function Snapshots() {
  const { data, error } = useRecord('listSnapshots')
  const snapshots = data?.items ?? []
  if (error) return <Problem error={error} />
  if (snapshots.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="above" tabIndex={0} aria-label="Snapshots, scrollable">
      <Section title={`Snapshots (${snapshots.length})`}>
        <ul className="lines">
          {snapshots.map(({ name, created_at, items }) => (
            <li key={name}>
              <strong>{name}</strong>
              <span className="dim">{items.toLocaleString('en')} items</span>
              <DateTime at={created_at} />
              <span className="buttons">
                <Link className="button small" to={`/state/${encodeURIComponent(SNAPSHOT + name)}`}>
                  Compare<span className="unseen"> with {name}</span>
                </Link>
                <ActButton
                  small
                  sure="Discard changes since?"
                  label={`Restore ${name}`}
                  act={async (call) => {
                    const { new_secrets } = await call('restoreSnapshot', { params: { name } })
                    return `Back at ${name}.${onSecrets(new_secrets)}`
                  }}
                >
                  Restore
                </ActButton>
                <ActButton
                  small
                  sure="Delete?"
                  label={`Delete ${name}`}
                  act={(call) => call('deleteSnapshot', { params: { name } })}
                >
                  Delete
                </ActButton>
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </section>
  )
}

/** Saves the whole state under a name. */
export function SaveSnapshot() {
  return (
    <FormDialog
      first
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
        hint="Letters, digits, - and _. Replaces a snapshot of the same name."
      />
    </FormDialog>
  )
}
