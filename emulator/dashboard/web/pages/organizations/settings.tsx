import type { ControlBodyOf, ControlResultOf } from '../../../../../src/contract/control/index.js'
import type { Fields } from '../../parts/dialog.js'
import { SelectField, TextField } from '../../parts/fields.js'

export type Organization = ControlResultOf<'listOrganizations'>['items'][number]

/** What may be chosen when an organisation is made, and later. */
export function SettingsFields({ of }: { of?: Organization }) {
  const limit = of === undefined || of.plan === 'free' ? '' : of.plan.limit
  return (
    <>
      <TextField name="name" label="Name" maxLength={255} defaultValue={of?.name} required={of !== undefined} />
      <TextField
        name="limit"
        label="Plan: analysis points a month"
        type="number"
        min={0}
        defaultValue={limit}
        hint="The free plan, which never refuses, where empty."
      />
      <SelectField name="limits" label="Rate limits" options={ON_OFF} defaultValue={of?.rate_limits ? 'on' : 'off'} />
      <TextField
        name="rate"
        label="Requests a minute, all keys together"
        type="number"
        min={1}
        defaultValue={of?.per_org_per_minute}
      />
      <TextField
        name="quota"
        label="Invites a month"
        type="number"
        min={0}
        defaultValue={of?.invite_quota ?? ''}
        hint="Unlimited where empty."
      />
      <TextField
        name="random"
        label="Random seed"
        type="number"
        min={0}
        max={0xffff_ffff}
        defaultValue={of?.random_seed ?? ''}
        hint="The same number makes the same identifiers and secrets again."
      />
    </>
  )
}

const ON_OFF = ['on', 'off'] as const

/** The settings as they stand in the form. */
export function settingsOf(fields: Fields): ControlBodyOf<'updateOrganization'> {
  const number = (name: string) => (fields.text(name) === '' ? undefined : Number(fields.text(name)))
  const [name, limit, rate, random] = [fields.text('name'), number('limit'), number('rate'), number('random')]
  return {
    ...(name !== '' && { name }),
    plan: limit === undefined ? 'free' : { limit },
    rate_limits: fields.text('limits') === 'on',
    ...(rate !== undefined && { per_org_per_minute: rate }),
    invite_quota: number('quota') ?? null,
    ...(random !== undefined && { random_seed: random }),
  }
}

export function planInWords(plan: Organization['plan']): string {
  return plan === 'free' ? 'free' : `${plan.limit.toLocaleString('en')} points`
}
