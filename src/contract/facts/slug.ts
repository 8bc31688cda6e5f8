/** A text as a short name that programs use for it: `Very good!` is `very_good`; the text itself where nothing of it is a letter or a digit. */
export function slugOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu)
  return words?.join('_') ?? text
}
