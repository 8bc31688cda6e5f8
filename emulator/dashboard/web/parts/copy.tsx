import { Fragment, type MouseEvent, useEffect, useState } from 'react'
import { later } from '../browser.js'
import { copyText } from '../clipboard.js'
import { showToast } from '../toast.js'
import { useCommand } from '../use-command.js'
import { Icon } from './icon.js'

const SHOWN_MS = 1_500
/** A longer word of a command may break anywhere; an option that broke at its hyphens would not look like one. */
const LONG_WORD = 24

/** Copies a text when asked to; `isDone` for a moment afterwards. */
function useCopy(text: string) {
  const [isDone, setDone] = useState(false)
  useEffect(() => (isDone ? later(SHOWN_MS, () => setDone(false)) : undefined), [isDone])
  const copy = (event: MouseEvent) => {
    event.stopPropagation()
    copyText(text).then(
      () => setDone(true),
      () => showToast('The browser blocked copying. Select the text and copy it yourself.', true),
    )
  }
  return { isDone, copy }
}

/** A button that copies a text, and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { isDone, copy } = useCopy(text)
  return (
    <button
      type="button"
      className="copy"
      aria-label={`Copy ${label}`}
      title={isDone ? 'Copied' : `Copy ${label}`}
      onClick={copy}
    >
      <Icon name={isDone ? 'check' : 'copy'} />
      <span className="unseen" role="status">
        {isDone ? 'Copied' : ''}
      </span>
    </button>
  )
}

/** The same with words, for a text that isn't shown. */
export function CopyAction({ text, children, disabled }: { text: string; children: string; disabled?: boolean }) {
  const { isDone, copy } = useCopy(text)
  return (
    <button type="button" className="button" disabled={disabled} onClick={copy}>
      <Icon name={isDone ? 'check' : 'copy'} />
      {children}
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
      <code>
        {whole.split(' ').map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may stand twice.
          <Fragment key={index}>
            {index > 0 && ' '}
            <span className={word.length > LONG_WORD ? '' : 'word'}>{word}</span>
          </Fragment>
        ))}
      </code>
      <CopyButton text={whole} label="command" />
    </span>
  )
}
