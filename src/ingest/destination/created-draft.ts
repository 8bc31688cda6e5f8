/** What is left of a source that could not be published. */
export function createdDraft(title: string, id: string): string {
  return `Created the source ${title} (${id}), which is still a draft.`
}
