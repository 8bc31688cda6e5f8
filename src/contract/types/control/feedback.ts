/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { IntegerText } from '../../schema.js'
import type { SentimentDistribution, Theme } from '../service/analysis.js'
import type { PageInformation, PageQuery } from './emulator.js'

export type ItemRecord = {
  /** Identifier of the item. */
  item_id: string
  /** Identifier of the group. */
  feedback_group_id: string
  /** Identifier of the source. */
  source_id: string
  /** Identifier of the field. */
  field_id: string
  /** The text of the item. As a filter: words that all are in it; those in quotation marks as one. */
  text: string
  /** Your identifier of the item; null if none. */
  external_id: string | null
  /** Your identifier of the customer; null if none. */
  customer_id: string | null
  /** Where the feedback came from; null if unknown. */
  channel: string | null
  /** Language of the text as a BCP 47 tag; null if unknown. */
  language: string | null
  /** Rating that came with the feedback; null if none. */
  rating: number | null
  /** When the feedback was given; null if unknown. */
  occurred_at: string | null
  /** When it was created. */
  created_at: string
  /** Label for the push that stored the item; null if it had none. */
  source_reference: string | null
}

export type SourceAnalysisRecord = {
  /** `none` until the source has been analysed. */
  analysis_status: 'none' | 'available'
  /** Identifier of the analysis; null if there is none. */
  analysis_id: string | null
  /** Identifier of the group. */
  feedback_group_id: string
  /** Identifier of the source. */
  source_id: string
  /** Number of items. */
  item_count: number
  /** When the analysis was made; null if there is none. */
  analysed_at: string | null
  /** One period: `2026-W08`, `2026-02` or `2026-Q1`, as the group tracks. */
  period_key: string | null
  /** How sentiment is distributed. */
  sentiment: SentimentDistribution
  /** The themes, the most frequent first. */
  themes: Theme[]
  /** Matches of each monitor. */
  monitor_matches: {
    /** Identifier of the monitor. */
    monitor_id: string
    /** Name of the record. */
    name: string
    /** Words and "phrases" to look for. */
    query: string[]
    /** Items that match the monitor. */
    match_count: number
    /** Share of all items, from 0 to 1. */
    share: number
  }[]
}

export type ListGroupSourcesResult = {
  /** The records of this page. */
  items: {
    /** Identifier of the group. */
    feedback_group_id: string
    /** Name of the record. */
    name: string
    /** Periods the group is tracked by. */
    tracking: 'none' | 'weekly' | 'monthly' | 'quarterly'
    /** When it was created. */
    created_at: string
    /** The sources of the group. */
    sources: {
      /** Identifier of the source. */
      source_id: string
      /** Identifier of the group. */
      feedback_group_id: string
      /** Name of the source. */
      source_title: string
      /** Description of the source; null if it has none. */
      source_description: string | null
      /** Kind of feedback the source holds. */
      feedback_type: string
      /** `EDITING` for a draft, `ACCESSIBLE` for a published source. */
      mode: 'EDITING' | 'ACCESSIBLE'
      /** When it was created. */
      created_at: string
      /** When it was published; null for a draft. */
      published_at: string | null
      /** Number of items. */
      item_count: number
      /** The fields of the source. */
      fields: {
        /** Identifier of the field. */
        field_id: string
        /** Text of the field. */
        field_text: string
        /** Type of the field. */
        type: 'DEPTH_TEXT' | 'TEXT' | 'MCQ' | 'SCQ' | 'RATING' | 'NPS'
        /** True if text can be pushed to this field. */
        accepts_text: boolean
        /** The choices of the field. */
        options: string[]
        /** Number of items. */
        item_count: number
      }[]
    }[]
  }[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type ListItemsQuery = {
  /** Identifier of the source. */
  source_id?: string
  /** Identifier of the field. */
  field_id?: string
  /** The text of the item. As a filter: words that all are in it; those in quotation marks as one. */
  text?: string
  /** Identifier of the theme. */
  theme_id?: string
  /** One period: `2026-W08`, `2026-02` or `2026-Q1`, as the group tracks. */
  period_key?: string
  /** Records on a page. */
  limit?: IntegerText
  /** `pagination.next_cursor` of the previous page. */
  cursor?: string
}

export type ListItemsResult = {
  /** The records of this page. */
  items: ItemRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type GetSourceAnalysisQuery = {
  /** One period: `2026-W08`, `2026-02` or `2026-Q1`, as the group tracks. */
  period_key?: string
}

/** The operations of `feedback`, by name. */
export interface ControlFeedback {
  /**
   * The feedback groups with their sources, as the listing of the service has them.
   *
   * `GET /_emulator/orgs/{org_id}/sources`
   */
  listGroupSources: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListGroupSourcesResult }
  /**
   * Pushed items in order of arrival; by source, field, words of the text, or theme of a source.
   *
   * `GET /_emulator/orgs/{org_id}/items`
   */
  listItems: { params: Record<never, never>; query: ListItemsQuery; body: undefined; result: ListItemsResult }
  /**
   * One pushed item.
   *
   * `GET /_emulator/orgs/{org_id}/items/{id}`
   */
  getItem: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: undefined
    body: undefined
    result: ItemRecord
  }
  /**
   * The last analysis of a source, or of a period of it.
   *
   * `GET /_emulator/orgs/{org_id}/sources/{id}/analysis`
   */
  getSourceAnalysis: {
    params: {
      /** Identifier of the record, as its listing shows it. */
      readonly id: string
    }
    query: GetSourceAnalysisQuery
    body: undefined
    result: SourceAnalysisRecord
  }
}
