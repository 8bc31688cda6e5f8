import type { ReactNode } from 'react'
import type { ControlError } from '../control.js'
import { CommandLine } from './copy.js'

/** What is shown for an empty list: what would be here, and the command that puts it there. */
export function Empty({ title, children, command }: { title: string; children?: ReactNode; command?: string }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children && <p>{children}</p>}
      {command && <CommandLine line={command} />}
    </div>
  )
}

/** What the control API said no with. */
export function Problem({ error }: { error: ControlError }) {
  const all = Object.entries(error.details).flatMap(([name, texts]) => texts.map((text) => `${name} ${text}`.trim()))
  // A single fault is often the message itself.
  const details = all.filter((text) => !error.message.includes(text))
  return (
    <div className="problem" role="alert">
      <p>
        {sentence(error.message)} <code>{error.code}</code>
      </p>
      {details.length > 0 && (
        <ul>
          {details.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function sentence(text: string): string {
  const end = /[.!?…]$/.test(text) ? '' : '.'
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${end}`
}

export function Loading() {
  return (
    <p className="loading" role="status">
      Loading…
    </p>
  )
}
