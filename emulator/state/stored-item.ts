/** One pushed item as it lies in its source's segment. Ids grow within an organisation; times are epoch milliseconds. */
export interface StoredItem {
  id: number
  sourceId: number
  fieldId: number
  text: string
  externalId: string | null
  customerId: string | null
  channel: string | null
  language: string | null
  rating: number | null
  occurredAt: number | null
  createdAt: number
  sourceReference: string | null
}
