import type { ReactNode } from 'react'
import { CopyButton } from './copy.js'

interface FieldProps {
  name: string
  label: string
  hint?: string
}

function Labelled({ label, hint, children }: { label: string; hint?: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label className="field">
      <span>{label}</span>
      {children}
      {hint && <small>{hint}</small>}
    </label>
  )
}

/** A line of text. */
export function TextField({ name, label, hint, ...others }: FieldProps & React.ComponentProps<'input'>) {
  return (
    <Labelled label={label} hint={hint}>
      <input name={name} autoComplete="off" {...others} />
    </Labelled>
  )
}

/** Several lines. */
export function AreaField({ name, label, hint, ...others }: FieldProps & React.ComponentProps<'textarea'>) {
  return (
    <Labelled label={label} hint={hint}>
      <textarea name={name} rows={5} spellCheck={false} {...others} />
    </Labelled>
  )
}

/** A file of this machine. */
export function FileField({ name, label, hint, ...others }: FieldProps & React.ComponentProps<'input'>) {
  return (
    <Labelled label={label} hint={hint}>
      <input type="file" name={name} {...others} />
    </Labelled>
  )
}

/** One of some words. */
export function SelectField({
  name,
  label,
  hint,
  options,
  ...others
}: FieldProps &
  React.ComponentProps<'select'> & { options: readonly (string | readonly [value: string, label: string])[] }) {
  return (
    <Labelled label={label} hint={hint}>
      <select name={name} {...others}>
        {options.map((option) => {
          const [value, shown] = typeof option === 'string' ? [option, option] : option
          return (
            <option key={value} value={value}>
              {shown}
            </option>
          )
        })}
      </select>
    </Labelled>
  )
}

/** Yes or no, or one of several. */
export function CheckField({ name, label, ...others }: FieldProps & React.ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" name={name} {...others} />
      {label}
    </label>
  )
}

/** A secret that is shown this once. */
export function Secret({ label, value }: { label: string; value: string }) {
  return (
    <div className="secret">
      <p>{label} It is shown only now.</p>
      <p className="secret-value">
        <code>{value}</code>
        <CopyButton text={value} label="secret" />
      </p>
    </div>
  )
}
