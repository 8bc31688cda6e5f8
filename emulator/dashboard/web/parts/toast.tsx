import { useToast } from '../toast.js'

/** The message on show; screen readers read it out. */
export function ToastLine() {
  const toast = useToast()
  return (
    <div className="toast" role="status">
      {toast && <p className={toast.isProblem ? 'bad' : ''}>{toast.text}</p>}
    </div>
  )
}
