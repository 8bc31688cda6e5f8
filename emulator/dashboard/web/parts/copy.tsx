import { useEffect, useState } from 'react'
import { later } from '../browser.js'
import { Icon } from './icon.js'

const SHOWN_MS = 1_500

/** A button that copies a text, and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isDone, setDone] = useState(false)
  useEffect(() => (isDone ? later(SHOWN_MS, () => setDone(false)) : undefined), [isDone])
  return (
    <button
      type="button"
      className="copy"
      aria-label={`Copy ${label}`}
      title={isDone ? 'Copied' : `Copy ${label}`}
      onClick={(event) => {
        event.stopPropagation()
        void navigator.clipboard?.writeText(text).then(() => setDone(true))
      }}
    >
      <Icon name={isDone ? 'check' : 'copy'} />
      <span className="unseen" role="status">
        {isDone ? 'Copied' : ''}
      </span>
    </button>
  )
}

/** An identifier that can be copied. */
export function Id({ value }: { value: string }) {
  return (
    <span className="id">
      <code>{value}</code>
      <CopyButton text={value} label={value} />
    </span>
  )
}

/** A command line to run elsewhere. */
export function CommandLine({ line }: { line: string }) {
  return (
    <span className="command">
      <code>{line}</code>
      <CopyButton text={line} label="command" />
    </span>
  )
}
