import { EVENT_NAMES, type EventName } from '../../../../src/contract/events.js'
import { FormDialog } from '../parts/dialog.js'
import { AreaField, SelectField } from '../parts/fields.js'
import { requireJson } from '../require-json.js'

/** An event by hand, to every subscription that chose it. */
export function EmitEvent() {
  return (
    <FormDialog
      trigger="Emit event"
      title="Emit an event"
      send="Emit"
      submit={async (fields, call) => {
        const event = fields.text('event') as EventName
        const data = requireJson(fields.text('data')) as Record<string, unknown>
        const { deliveries } = await call('emitEvent', { body: { event, data } })
        if (deliveries.length > 0) return undefined
        return <p>No subscription chose {event}, so nothing was sent.</p>
      }}
    >
      <SelectField name="event" label="Event" options={EVENT_NAMES} />
      <AreaField
        name="data"
        label="Data, JSON"
        defaultValue="{}"
        hint="What is missing or wrong is said before anything is sent; inpk webhooks trigger fills it in by itself."
      />
    </FormDialog>
  )
}
