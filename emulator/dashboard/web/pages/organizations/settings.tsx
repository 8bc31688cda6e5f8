import { useState } from 'react'
import type { ControlBodyOf, ControlResultOf } from '../../../../../src/contract/control/index.js'
import type { Fields } from '../../parts/dialog.js'
import { SelectField, TextField } from '../../parts/fields.js'

export type OrganizationListed = ControlResultOf<'listOrganizations'>['items'][number]

/** What may be chosen when an organisation is made, and later. */
export function SettingsFields({ of }: { of?: OrganizationListed }) {
  return (
    <>
      <TextField name="name" label="Name" maxLength={255} defaultValue={of?.name} required={of !== undefined} />
      <PlanFields of={of} />
      <SelectField
        name="limits"
        label="Rate limits"
        options={[...(of ? [] : DEFAULT), 'on', 'off']}
        defaultValue={of && (of.rate_limits ? 'on' : 'off')}
      />
      <TextField
        name="rate"
        label="Requests per minute, all keys together"
        type="number"
        min={1}
        defaultValue={of?.per_org_per_minute}
      />
      <TextField
        name="quota"
        label="Invites per month"
        type="number"
        min={0}
        defaultValue={of?.invite_quota ?? ''}
        hint="Leave empty for no limit."
      />
      <TextField
        name="random"
        label="Random seed"
        type="number"
        min={0}
        max={0xffff_ffff}
        defaultValue={of?.random_seed ?? ''}
        hint="The same number gives the same ids and secrets every time."
      />
    </>
  )
}

const DEFAULT = [['', 'default']] as const

function PlanFields({ of }: { of: OrganizationListed | undefined }) {
  const [plan, setPlan] = useState(of === undefined ? '' : of.plan === 'free' ? 'free' : 'limited')
  return (
    <>
      <SelectField
        name="plan"
        label="Plan"
        options={[
          ...(of ? [] : DEFAULT),
          ['free', 'free (unlimited)'],
          ['limited', 'a set number of analysis points per month'],
        ]}
        value={plan}
        onChange={({ target }) => setPlan(target.value)}
      />
      {plan === 'limited' && (
        <TextField
          name="points"
          label="Analysis points per month"
          type="number"
          min={0}
          required
          defaultValue={of === undefined || of.plan === 'free' ? 10_000 : of.plan.limit}
        />
      )}
    </>
  )
}

/** The settings as they are in the form; what is left as usual is absent. */
export function settingsOf(fields: Fields): ControlBodyOf<'updateOrganization'> {
  const number = (name: string) => (fields.text(name) === '' ? undefined : Number(fields.text(name)))
  const [name, plan, limits] = [fields.text('name'), fields.text('plan'), fields.text('limits')]
  const [rate, random] = [number('rate'), number('random')]
  return {
    ...(name !== '' && { name }),
    ...(plan !== '' && { plan: plan === 'free' ? plan : { limit: number('points') ?? 0 } }),
    ...(limits !== '' && { rate_limits: limits === 'on' }),
    ...(rate !== undefined && { per_org_per_minute: rate }),
    invite_quota: number('quota') ?? null,
    ...(random !== undefined && { random_seed: random }),
  }
}

export function planInWords(plan: OrganizationListed['plan']): string {
  return plan === 'free' ? 'free' : `${plan.limit.toLocaleString('en')} points`
}
