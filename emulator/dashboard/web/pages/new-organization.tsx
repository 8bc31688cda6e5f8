import { FormDialog } from '../parts/dialog.js'
import { Secret, SelectField, TextField } from '../parts/fields.js'
import { go } from '../route.js'

/** Another world with its own keys, data and clock. */
export function NewOrganization() {
  return (
    <FormDialog
      trigger="New organisation"
      title="New organisation"
      send="Create"
      submit={async (fields, call) => {
        const name = fields.text('name')
        const { org_id, keys } = await call('createOrganization', {
          body: {
            ...(name === '' ? {} : { name }),
            clock: { mode: fields.text('clock') as 'real' | 'frozen' },
            rate_limits: fields.text('limits') === 'on',
          },
        })
        go(`/requests?org=${org_id}`)
        return <Secret label={`The key of organisation ${org_id} with every scope.`} value={keys.test.all} />
      }}
    >
      <TextField name="name" label="Name" placeholder="Organisation 2" />
      <SelectField name="clock" label="Clock" options={['real', 'frozen']} />
      <SelectField name="limits" label="Rate limits" options={['on', 'off']} />
    </FormDialog>
  )
}
