/**
 * Copies a text. A page that came over plain http from another machine has no clipboard of its own: there a field is marked and
 * copied in the old way. Rejects if neither works.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  const holder = document.querySelector('dialog[open]') ?? document.body
  const before = document.activeElement as HTMLElement | null
  holder.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  before?.focus()
  if (!isDone) throw new Error('nothing was copied')
}
