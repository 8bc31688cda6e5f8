import { useEffect, useId, useRef, useState } from 'react'

/** A dialog over the page, and what opens and closes it; what it shows should be drawn only while it is open. */
export function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const titleId = useId()
  useEffect(() => (isOpen ? dialog.current?.showModal() : undefined), [isOpen])
  return {
    isOpen,
    titleId,
    open: () => setOpen(true),
    close: () => dialog.current?.close(),
    /** Goes onto the `dialog` element. */
    props: { ref: dialog, 'aria-labelledby': titleId, onClose: () => setOpen(false) },
  }
}
