import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ControlError } from '../control.js'
import { type CallControl, useCall } from '../use-act.js'
import { useDialog } from '../use-dialog.js'
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
  /** What there is goes: the buttons say so by their colour. */
  danger?: boolean | undefined
  /** Room for a text of several lines. */
  wide?: boolean
  /** Distinguished from others of the same name by this. */
  label?: string
  /** What it does with the fields; what it returns is shown before the dialog closes, a secret perhaps. */
  submit(fields: Fields, call: CallControl): Promise<ReactNode | undefined>
}

/** The fields of a form by name; '' if one is empty. */
export interface Fields {
  text(name: string): string
  all(name: string): string[]
  /** As it was typed, blanks and all. */
  exact(name: string): string
  /** The file that was chosen, if one was. */
  file(name: string): File | undefined
}

/** A button, and the dialog with a form that it opens; each time it starts again, with what is there now. */
export function FormDialog({ trigger, first, small, danger, label, ...content }: FormDialogProps) {
  const { isOpen, open, close, titleId, props } = useDialog()
  const kind = `${first ? ' first' : ''}${small ? ' small' : ''}${danger ? ' danger' : ''}`
  return (
    <>
      <button type="button" className={`button${kind}`} aria-haspopup="dialog" aria-label={label} onClick={open}>
        {first && <Icon name="plus" />}
        {trigger}
      </button>
      <dialog {...props} className={content.wide ? 'wide' : ''} onKeyDown={keepKeys}>
        {isOpen && <Form {...content} titleId={titleId} danger={danger} close={close} />}
      </dialog>
    </>
  )
}

/** A dialog that only shows something. `dialog` is what `useDialog` gave; its content is drawn while it is open. */
export function InfoDialog({ dialog, title, wide, children }: InfoDialogProps) {
  const { isOpen, close, titleId, props } = dialog
  return (
    <dialog {...props} className={wide ? 'wide' : ''} onKeyDown={keepKeys}>
      <div className="dialog-content">
        <h2 id={titleId}>{title}</h2>
        {isOpen && children}
        <div className="dialog-bar">
          <button type="button" className="button" onClick={close}>
            Close
          </button>
        </div>
      </div>
    </dialog>
  )
}

interface InfoDialogProps {
  dialog: ReturnType<typeof useDialog>
  title: string
  children: ReactNode
  wide?: boolean
}

type FormProps = Pick<FormDialogProps, 'title' | 'send' | 'children' | 'danger' | 'submit'> & {
  titleId: string
  close(): void
}

function Form({ title, send, children, danger, submit, titleId, close }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<ControlError>()
  const [outcome, setOutcome] = useState<ReactNode>()
  const [isBusy, setBusy] = useState(false)
  const call = useCall()
  // What is wrong is shown above the fields, which may have been scrolled past it.
  useEffect(() => {
    if (error) void form.current?.scrollIntoView({ block: 'start' })
  }, [error])
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (outcome !== undefined) return close()
    setBusy(true)
    try {
      const shown = await submit(fieldsOf(form.current!), call)
      setError(undefined)
      if (shown === undefined) close()
      else setOutcome(shown)
    } catch (problem) {
      setError(asControlError(problem))
    }
    setBusy(false)
  }
  return (
    <form ref={form} onSubmit={onSubmit}>
      <h2 id={titleId}>{title}</h2>
      {error && <Problem error={error} />}
      <div className="dialog-fields" hidden={outcome !== undefined}>
        {children}
      </div>
      {outcome}
      <div className="dialog-bar">
        {outcome === undefined && (
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        )}
        <button type="submit" className={`button first${danger ? ' danger' : ''}`} disabled={isBusy}>
          {outcome === undefined ? send : 'Done'}
        </button>
      </div>
    </form>
  )
}

/** The keys of a dialog are its own: a row behind it hears none of them. */
export function keepKeys(event: { stopPropagation(): void }): void {
  event.stopPropagation()
}

function asControlError(problem: unknown): ControlError {
  return problem instanceof ControlError ? problem : new ControlError(0, 'PAGE_ERROR', String(problem))
}

function fieldsOf(form: HTMLFormElement): Fields {
  const data = new FormData(form)
  const exact = (name: string) => String(data.get(name) ?? '')
  return {
    exact,
    text: (name) => exact(name).trim(),
    all: (name) => data.getAll(name).map(String),
    file(name) {
      const value = data.get(name)
      return value instanceof File && value.name !== '' ? value : undefined
    },
  }
}
