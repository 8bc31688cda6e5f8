import type { ItemLimits } from '../../contract/items/check-item.js'
import type { OptionalMember } from '../../contract/items/members.js'
import type { DateOrder, ExternalIdMode } from '../options.js'
import type { WarningKind } from '../warnings.js'
import type { RowChoice } from './map-table.js'

/** Why a column was chosen; shown before anything is sent. */
export type ChosenBy = 'option' | 'preset' | 'name' | 'synonym' | 'content'

/** What is uncertain about a choice; becomes a warning. */
export interface Doubt {
  kind: WarningKind
  /** The column or value it is about. */
  about: string
  /** Values of it that show what is wrong. */
  values?: { row: number; value: string }[]
  /** No value of it is any better. */
  all?: true
}

export interface MemberColumn {
  member: OptionalMember
  /** From 0. */
  index: number
  header: string
  chosenBy: ChosenBy
  /** A member that no row of the sample has: kept for rows further on, and not shown. */
  unseen?: true
  /** Most values of the sample make no sense as the member. */
  unread?: true
}

export interface TextColumn {
  index: number
  header: string
  /** Id or text of the field it goes to; absent: the source's only text field. */
  field?: string
  chosenBy: ChosenBy
  /** No row of the sample could be read, so that nothing shows what the file has. */
  unseen?: true
}

/** Which column becomes what. Columns in neither list are not pushed. */
export interface Mapping {
  texts: TextColumn[]
  members: MemberColumn[]
  unused: string[]
  /** The export format the columns were chosen by. */
  preset?: { name: string; title: string }
  /** Rows that explain the headers, and are no answers. */
  skippedRows?: readonly number[]
  /** Lines of one cell below a blank line are the foot of a report, and no rows. */
  footer?: true
  /** What was chosen without being sure of it. */
  doubts?: readonly Doubt[]
  externalId: ExternalIdMode
  dates: DateOrder
  /** Nothing in the column tells day from month. */
  datesAmbiguous: boolean
  /** How ambiguous dates are read, and how to have them read otherwise. */
  datesReadAs?: string
  /** Rows that are pushed, where not all are. */
  choice?: RowChoice
  timeZone: string
  /** Limits of an item, if they are known to be other than assumed. */
  itemLimits?: ItemLimits
  /** As the service takes an upload: what cannot be taken rejects its row, and no id is made up. */
  strict?: true
}
