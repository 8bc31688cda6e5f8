import { useState } from 'react'
import { EVENT_NAMES, EVENTS, type EventName } from '../../../../src/contract/events.js'
import { FormDialog } from '../parts/dialog.js'
import { AreaField, SelectField } from '../parts/fields.js'
import { requireJson } from '../require-json.js'

/** An event by hand, to every subscription that chose it. */
export function EmitEvent() {
  return (
    <FormDialog
      wide
      first
      trigger="Emit event"
      title="Emit an event"
      send="Emit"
      submit={async (fields, call) => {
        const event = fields.text('event') as EventName
        const data = requireJson(fields.text('data')) as Record<string, unknown>
        const { deliveries } = await call('emitEvent', { body: { event, data } })
        if (deliveries.length > 0) return undefined
        return <p>Nothing was sent: no active subscription includes {event}.</p>
      }}
    >
      <EventFields />
    </FormDialog>
  )
}

function EventFields() {
  const [event, setEvent] = useState<EventName>(EVENT_NAMES[0]!)
  return (
    <>
      <SelectField
        name="event"
        label="Event"
        options={EVENT_NAMES}
        value={event}
        onChange={({ target }) => setEvent(target.value as EventName)}
      />
      <AreaField
        key={event}
        name="data"
        label="Data (JSON)"
        rows={9}
        defaultValue={JSON.stringify(EVENTS[event].sample, null, 2)}
        hint="A sample to edit. It is checked before anything is sent."
      />
    </>
  )
}
