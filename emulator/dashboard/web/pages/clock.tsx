import { useState } from 'react'
import type { ControlResultOf } from '../../../../src/contract/control/index.js'
import { COMMANDS } from '../commands.js'
import { Badge } from '../parts/badge.js'
import { ActButton } from '../parts/button.js'
import { CommandLine } from '../parts/copy.js'
import { FormDialog } from '../parts/dialog.js'
import { SelectField, TextField } from '../parts/fields.js'
import { Loading, Problem } from '../parts/notes.js'
import { Section } from '../parts/panel.js'
import { DateTime } from '../parts/time.js'
import { View } from '../parts/view.js'
import { type CallControl, useAct } from '../use-act.js'
import { useRecord } from '../use-record.js'
import { Faults } from './faults.js'
import { NewFault } from './new-fault.js'

type Fired = ControlResultOf<'advanceClock'>['fired']

const STEPS = ['1m', '6m', '1h', '24h', '7d'] as const

/** The clock of the organisation, what fired as it moved, and the faults. */
export function ClockPage() {
  const { data, error } = useRecord('getClock', {}, ({ name }) => name === 'clock' || name === 'reload')
  const [fired, setFired] = useState<{ by: string; fired: Fired }>()
  const advance = (by: string) => async (call: CallControl) => {
    const body = /^\d{4}-/.test(by) ? { to: by } : { by }
    setFired({ by, fired: (await call('advanceClock', { body })).fired })
  }
  return (
    <View title="Clock and faults" actions={<NewFault />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="page-body" tabIndex={0} aria-label="Clock and faults, scrollable">
        {error && <Problem error={error} />}
        {!data && !error && <Loading />}
        {data && (
          <Section title="Clock">
            <p className="clock-now">
              <DateTime at={data.now} />
              {data.mode === 'frozen' ? <Badge tone="calm">frozen</Badge> : <Badge tone="good">running</Badge>}
            </p>
            <div className="bar">
              {data.mode === 'frozen' ? (
                <ActButton act={(call) => call('setClock', { body: { mode: 'real' } })}>Resume</ActButton>
              ) : (
                <ActButton act={(call) => call('setClock', { body: { mode: 'frozen' } })}>Freeze</ActButton>
              )}
              {STEPS.map((by) => (
                <ActButton key={by} label={`Advance by ${by}`} act={advance(by)}>
                  +{by}
                </ActButton>
              ))}
              <AdvanceBy advance={advance} />
              <SetClock now={data.now} />
            </div>
            <CommandLine line={COMMANDS.advanceClock} />
          </Section>
        )}
        {fired && <WhatFired {...fired} />}
        <Faults />
      </section>
    </View>
  )
}

/** Another time, without doing what would have been due until then one by one. */
function SetClock({ now }: { now: string }) {
  return (
    <FormDialog
      trigger="Set…"
      title="Set the clock"
      send="Set"
      submit={async (fields, call) => {
        const mode = fields.text('mode') as 'real' | 'frozen'
        const now = fields.text('now')
        await call('setClock', { body: { mode, ...(now !== '' && { now }) } })
        return undefined
      }}
    >
      <TextField name="now" label="Time" placeholder={now} hint="Forward only. Leave empty to keep the time." />
      <SelectField name="mode" label="After that" options={MODES} />
    </FormDialog>
  )
}

const MODES = [
  ['frozen', 'freeze it'],
  ['real', 'let it run'],
] as const

function AdvanceBy({ advance }: { advance(by: string): (call: CallControl) => Promise<unknown> }) {
  const { act, isBusy } = useAct()
  const [by, setBy] = useState('')
  return (
    <form
      className="bar"
      onSubmit={(event) => {
        event.preventDefault()
        if (by !== '') void act(advance(by))
      }}
    >
      <input
        aria-label="Advance by, or to"
        title="A duration, or a time to advance to"
        placeholder="4w or 2026-03-02T09:00Z"
        size={23}
        value={by}
        onChange={({ target }) => setBy(target.value)}
      />
      <button type="submit" className="button" disabled={isBusy || by === ''}>
        Advance
      </button>
    </form>
  )
}

function WhatFired({ by, fired }: { by: string; fired: Fired }) {
  return (
    <Section title={`What fired ${/^\d{4}-/.test(by) ? 'until' : 'within'} ${by} (${fired.length})`}>
      {fired.length === 0 && <p className="dim">Nothing was due.</p>}
      <ol className="lines">
        {fired.map(({ at, kind, id }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same work may fall due twice.
          <li key={index}>
            <DateTime at={at} />
            <Badge>{kind}</Badge>
            <code>{id}</code>
          </li>
        ))}
      </ol>
    </Section>
  )
}
