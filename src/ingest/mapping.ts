import type { RowChoice } from './map/row-choice.js'
import type { DateOrder, ExternalIdMode, Member } from './options.js'

/** Why a column was chosen; told before anything is sent. */
export type ChosenBy = 'option' | 'preset' | 'name' | 'synonym' | 'content'

export interface MemberColumn {
  member: Exclude<Member, 'text'>
  /** From 0. */
  index: number
  header: string
  chosenBy: ChosenBy
}

export interface TextColumn {
  index: number
  header: string
  /** Id or text of the field it goes to; absent: the source's only text field. */
  field?: string
  chosenBy: ChosenBy
}

/** Which column becomes what. Columns in neither list are not pushed. */
export interface Mapping {
  texts: TextColumn[]
  members: MemberColumn[]
  unused: string[]
  /** The export format the columns were chosen by. */
  preset?: { name: string; title: string }
  /** A row that explains the headers, and is no answer. */
  skippedRow?: number
  externalId: ExternalIdMode
  dates: DateOrder
  /** Nothing in the column tells day from month. */
  datesAmbiguous: boolean
  /** Rows that are pushed, where not all are. */
  choice?: RowChoice
  timeZone: string
  /** As the service takes an upload: what cannot be taken rejects its row, and no id is made up. */
  strict?: true
}
