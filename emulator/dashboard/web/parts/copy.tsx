import { useEffect, useState } from 'react'
import { later } from '../browser.js'
import { copyText } from '../clipboard.js'
import { showToast } from '../toast.js'
import { useCommand } from '../use-command.js'
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
        copyText(text).then(
          () => setDone(true),
          () => showToast('The browser does not let this page copy: mark the text and copy it by hand.', true),
        )
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
      <code title={value}>{value}</code>
      <CopyButton text={value} label={value.slice(0, 80)} />
    </span>
  )
}

/** A command line to run elsewhere, for the organisation shown. */
export function CommandLine({ line }: { line: string }) {
  const whole = useCommand(line)
  return (
    <span className="command">
      <code>{whole}</code>
      <CopyButton text={whole} label="command" />
    </span>
  )
}
