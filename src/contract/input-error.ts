import { InpkError } from './inpk-error.js'

/** What `pushFile` may find wrong with a file, its columns or the place it should go to. */
export type PushErrorCode =
  | 'FILE_UNREADABLE'
  | 'FILE_INVALID'
  | 'FILE_CHANGED'
  | 'NO_SUCH_SHEET'
  | 'NOT_FOR_THIS_FORMAT'
  | 'MAPPING_UNCLEAR'
  | 'ROW_INVALID'
  | 'ROWS_CHANGED'
  | 'NOTHING_TO_PUSH'
  | 'NOT_FOUND'
  | 'NAME_NOT_UNIQUE'
  | 'SOURCE_NOT_PUBLISHED'
  | 'SOURCE_NOT_UNIQUE'
  | 'PUSH_RUNNING'
  | 'JOURNAL_DAMAGED'
  | 'JOURNAL_FOLDER'

/** Why an input was refused. */
export type InputErrorCode =
  | PushErrorCode
  | 'API_KEY_MISSING'
  | 'API_KEY_MALFORMED'
  | 'ADDRESS_INVALID'
  | 'BASE_URL_INVALID'
  | 'PLAIN_HTTP_REFUSED'
  | 'FOREIGN_ORIGIN_REFUSED'
  | 'EMULATOR_KEY_REFUSED'
  | 'REAL_KEY_REFUSED'
  | 'ARGUMENT_INVALID'
  | 'FACTS_INVALID'

/** An input was refused before anything was sent. The push of a file may also stop midway; its progress is kept. */
export class InputError extends InpkError {
  override readonly name = 'InputError'
  readonly code: InputErrorCode
  readonly hint: string | undefined

  constructor(code: InputErrorCode, message: string, hint?: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}
