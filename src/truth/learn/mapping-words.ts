// Regular expressions for how descriptions speak of the columns of an upload.

export const HEADER = '(?:columns?|headers?)'
export const MEMBER = '(?:members?|attributes?|propert(?:y|ies))'
const OF = '(?: of (?:the |a |an |each |its )?\\w+)?'
export const HEADER_WORDS = `${HEADER}(?: (?:names?|headers?))?${OF}`
export const MEMBER_WORDS = `${MEMBER}(?: names?)?${OF}`
export const FIELD = '(?:fields?|questions?)'
const ID = '(?:ids?|identifiers?)'
export const FIELD_WORDS = `(?:${FIELD}[ _]${ID}|${ID} of (?:the |a |an |each |its )?${FIELD})`
