import { ControlError } from '../control.js'
import { FormDialog } from '../parts/dialog.js'
import { SeedField } from '../parts/seed-field.js'
import { requireSeedText, withLines } from '../read-seed.js'
import { showToast } from '../toast.js'

/** Adds what a seed document describes. */
export function Seed() {
  return (
    <FormDialog
      wide
      trigger="Seed…"
      title="Add what a seed describes"
      send="Add it"
      submit={async (fields, call) => {
        const read = requireSeedText((await fields.file('file')?.text()) ?? fields.exact('seed'))
        await call('seedOrganization', { body: read.value }).catch((error: unknown) => {
          throw error instanceof ControlError ? withLines(error, read) : error
        })
        showToast('It is there; a reset goes back to this moment.')
        return undefined
      }}
    >
      <p className="dim">All of it or, where something is wrong, nothing. A reset goes back to the moment after it.</p>
      <SeedField />
    </FormDialog>
  )
}
