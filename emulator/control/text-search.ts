/** Whether one of some texts holds what is looked for, whatever its case; true where nothing is. */
export function textSearch(text: string | undefined): (...texts: readonly (string | null)[]) => boolean {
  if (text === undefined || text.trim() === '') return () => true
  // A pattern without lower-casing every body first.
  const pattern = new RegExp(text.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu')
  return (...texts) => texts.some((each) => each !== null && pattern.test(each))
}
