/** Where a framework gives the raw body of a request, with the check as it is written there. */
export interface RawBodyRow {
  title: string
  /** Of the code, for highlighting. */
  language: 'js' | 'ts' | 'python' | 'ruby' | 'java' | 'go' | 'php'
  note?: string
  code: string
}
