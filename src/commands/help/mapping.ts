import { KNOWN_HEADERS } from '../../contract/items/members.js'
import { detailLines } from '../../output/details.js'
import { wrap } from '../../terminal/width.js'
import type { Topic } from './topic.js'

const RULES = [
  '`inpk push` chooses a column for each member of an item by its header, and the text by content where no header tells. What was chosen is printed before anything is sent; --check sends nothing.',
  '--map member=Column says it yourself; #3 is the third column. --field "Column=field" sends several text columns to several fields in one pass, the field by id or text.',
  'Rows without an id get one from their content, so that a file pushed twice is stored once; --external-id none leaves ids out.',
  'Headers that are understood, whatever their case and punctuation:',
]

export const MAPPING_TOPIC: Topic = {
  data: () => ({ rules: RULES, headers: KNOWN_HEADERS }),
  lines: (style) => [
    ...RULES.flatMap((rule) => [...wrap(rule, style.width), '']),
    ...detailLines(
      Object.entries(KNOWN_HEADERS).map(([member, headers]) => [member, headers.join(', ')]),
      style,
    ),
  ],
}
