import { ActButton } from '../parts/button.js'
import { Problem } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { Time } from '../parts/time.js'
import { useRecord } from '../use-record.js'

/** Saved states one can go back to. */
export function Snapshots() {
  const { data, error } = useRecord('listSnapshots')
  const snapshots = data?.items ?? []
  if (error) return <Problem error={error} />
  if (snapshots.length === 0) return null
  return (
    <div className="above">
      <Section title={`Snapshots (${snapshots.length})`}>
        <ul className="lines">
          {snapshots.map(({ name, created_at, items }) => (
            <li key={name}>
              <strong>{name}</strong>
              <span className="dim">{items.toLocaleString('en')} items</span>
              <Time at={created_at} />
              <ActButton
                small
                sure="Drop what came since?"
                done={`Back at ${name}.`}
                act={(call) => call('restoreSnapshot', { params: { name } })}
              >
                Restore
              </ActButton>
              <ActButton small sure="Delete?" act={(call) => call('deleteSnapshot', { params: { name } })}>
                Delete
              </ActButton>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
