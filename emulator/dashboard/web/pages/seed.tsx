import { ControlError } from '../control.js'
import { FormDialog } from '../parts/dialog.js'
import { SeedField } from '../parts/seed-field.js'
import { requireSeedText, withLines } from '../read-seed.js'
import { showToast } from '../toast.js'

/** Adds what a seed document describes. */
export function Seed({ first = false }: { first?: boolean }) {
  return (
    <FormDialog
      wide
      first={first}
      trigger="Seed…"
      title="Add data from a seed"
      send="Add"
      submit={async (fields, call) => {
        const read = requireSeedText((await fields.file('file')?.text()) ?? fields.exact('seed'))
        await call('seedOrganization', { body: read.value }).catch((error: unknown) => {
          throw error instanceof ControlError ? withLines(error, read) : error
        })
        showToast('Seeded. Reset returns to this state.')
        return undefined
      }}
    >
      <p className="dim">
        Adds everything in the seed, or nothing if it has an error. Reset then returns to this state.
      </p>
      <SeedField />
    </FormDialog>
  )
}
