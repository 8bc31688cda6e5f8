/** Generated from the tables of operations by `npm run record`; do not edit. */

import type { PageInformation, PageQuery } from './emulator.js'

export type TemplateRecord = {
  /** Identifier of the source. */
  source_id: string
  /** Subject of the email. */
  subject: string
  /** Plain text of the email. */
  text: string
  /** HTML of the email. */
  html: string
  /** Variables that the texts use as `{{name}}`. */
  variables: {
    /** Name of the variable. */
    name: string
    /** True if every recipient needs a value for it. */
    required: boolean
  }[]
}

export type ListTemplatesResult = {
  /** The records of this page. */
  items: TemplateRecord[]
  /** Position of this page in the list; absent if the whole list was returned. */
  pagination?: PageInformation
}

export type SetTemplateBody = {
  /** Subject of the email. 1 to 998 characters; must be one line. */
  subject: string
  /** Plain text of the email. */
  text: string
  /** HTML of the email. */
  html: string
  /** Variables that the texts use as `{{name}}`. */
  variables: {
    /** Name of the variable. Must be 1 to 64 letters, digits and _, and not start with a digit. */
    name: string
    /** True if every recipient needs a value for it. */
    required: boolean
  }[]
}

/** The operations of `templates`, by name. */
export interface ControlTemplates {
  /**
   * The invite templates of an organisation.
   *
   * `GET /_emulator/orgs/{org_id}/invite-templates`
   */
  listTemplates: { params: Record<never, never>; query: PageQuery; body: undefined; result: ListTemplatesResult }
  /**
   * The invite template of a source.
   *
   * `GET /_emulator/orgs/{org_id}/invite-templates/{source_id}`
   */
  getTemplate: {
    params: {
      /** Identifier of the source. */
      readonly source_id: string
    }
    query: undefined
    body: undefined
    result: TemplateRecord
  }
  /**
   * Sets the invite template of a source.
   *
   * `PUT /_emulator/orgs/{org_id}/invite-templates/{source_id}`
   */
  setTemplate: {
    params: {
      /** Identifier of the source. */
      readonly source_id: string
    }
    query: undefined
    body: SetTemplateBody
    result: TemplateRecord
  }
  /**
   * Deletes the invite template of a source.
   *
   * `DELETE /_emulator/orgs/{org_id}/invite-templates/{source_id}`
   */
  deleteTemplate: {
    params: {
      /** Identifier of the source. */
      readonly source_id: string
    }
    query: undefined
    body: undefined
    result: undefined
  }
}
