import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import type { ControlError } from '../control.js'
import { type Call, useCall } from '../use-act.js'
import { Icon } from './icon.js'
import { Problem } from './notes.js'

interface FormDialogProps {
  /** The button that opens it. */
  trigger: string
  title: string
  /** The button that sends it off. */
  send: string
  children: ReactNode
  first?: boolean
  small?: boolean
  /** What it does with the fields; what it returns is shown before the dialog closes, a secret perhaps. */
  submit(fields: Fields, call: Call): Promise<ReactNode | undefined>
}

/** The fields of a form by name; '' where one is empty. */
export interface Fields {
  text(name: string): string
  all(name: string): string[]
}

/** A button, and the dialog with a form that it opens. */
export function FormDialog({ trigger, title, send, children, first, small, submit }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<ControlError>()
  const [outcome, setOutcome] = useState<ReactNode>()
  const titleId = useId()
  const call = useCall()
  const open = () => {
    setError(undefined)
    setOutcome(undefined)
    form.current?.reset()
    dialog.current?.showModal()
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (outcome !== undefined) return dialog.current?.close()
    submit(fieldsOf(form.current!), call).then((shown) => {
      setError(undefined)
      if (shown === undefined) dialog.current?.close()
      else setOutcome(shown)
    }, setError)
  }
  return (
    <>
      <button type="button" className={`button${first ? ' first' : ''}${small ? ' small' : ''}`} onClick={open}>
        {first && <Icon name="plus" />}
        {trigger}
      </button>
      <dialog ref={dialog} aria-labelledby={titleId}>
        <form ref={form} onSubmit={onSubmit}>
          <h2 id={titleId}>{title}</h2>
          {error && <Problem error={error} />}
          <div hidden={outcome !== undefined}>{children}</div>
          {outcome}
          <div className="dialog-bar">
            {outcome === undefined && (
              <button type="button" className="button" onClick={() => dialog.current?.close()}>
                Cancel
              </button>
            )}
            <button type="submit" className="button first">
              {outcome === undefined ? send : 'Done'}
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}

function fieldsOf(form: HTMLFormElement): Fields {
  const data = new FormData(form)
  return {
    text: (name) => String(data.get(name) ?? '').trim(),
    all: (name) => data.getAll(name).map(String),
  }
}
