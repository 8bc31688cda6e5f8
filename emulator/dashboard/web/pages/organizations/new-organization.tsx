import { ControlError } from '../../control.js'
import { FormDialog } from '../../parts/dialog.js'
import { Secret, SelectField, TextField } from '../../parts/fields.js'
import { SeedField } from '../../parts/seed-field.js'
import { requireSeedText, withLines } from '../../read-seed.js'
import { go } from '../../route.js'
import { SettingsFields, settingsOf } from './settings.js'

/** Another organisation with its own keys, data and clock. */
export function NewOrganization() {
  return (
    <FormDialog
      first
      trigger="New organisation"
      title="New organisation"
      send="Create"
      submit={async (fields, call) => {
        const text = (await fields.file('file')?.text()) ?? fields.exact('seed')
        const read = text.trim() === '' ? undefined : requireSeedText(text)
        const now = fields.text('now')
        const { org_id, keys } = await call('createOrganization', {
          body: {
            ...settingsOf(fields),
            clock: { mode: fields.text('clock') as 'real' | 'frozen', ...(now !== '' && { now }) },
            ...(read && { seed: read.value }),
          },
        }).catch((error: unknown) => {
          throw read && error instanceof ControlError ? withLines(error, read, 'seed') : error
        })
        return (
          <>
            <Secret label={`The key of organisation ${org_id} with every scope.`} value={keys.test.all} />
            <button type="button" className="button" onClick={() => go(`/requests?org=${org_id}`)}>
              Show this organisation
            </button>
          </>
        )
      }}
    >
      <SettingsFields />
      <SelectField name="clock" label="Clock" options={['real', 'frozen']} />
      <TextField name="now" label="Start time" placeholder="2026-03-02T09:00:00Z" hint="Leave empty for now." />
      <details>
        <summary>Seed</summary>
        <SeedField example={false} />
      </details>
    </FormDialog>
  )
}
