/** A webhook request as it was saved somewhere, its body byte for byte. */
export interface SavedRequest {
  /** Lower-case names; repeated ones joined with `, `. */
  headers: Record<string, string>
  body: Uint8Array
  /** Which form it was saved in. */
  form: 'raw' | 'har' | 'delivery'
}

/** A file that is not a saved request. */
export class UnreadableRequestError extends Error {
  override name = 'UnreadableRequestError'
}
