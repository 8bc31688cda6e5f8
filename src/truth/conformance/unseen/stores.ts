/** Rules that show only when something is stored, sent or used up: groups, sources, feedback, limits. */
export const STORES = {
  'VOC-1':
    '`survey_series` (classic) and `feedback_group` (recommended) name one thing, the container of data sources; events call it series.',
  'VOC-2':
    '`survey` (classic) and `source` (recommended) name one thing, a collection of feedback in a group; events call it survey.',
  'VOC-3': '`question` (classic) and `field` (recommended) name one thing, a part of a source that holds feedback.',
  'VOC-4': 'APS is called `aps` in both vocabularies (`aps_deducted` has no second name by vocabulary).',
  'APS-1':
    'A push for analysis with a live key uses up APS: `credits.used` rises by what the push reports as deducted.',
  'APS-2': 'A push with a test key costs nothing: `credits.used` stays and `aps_deducted` is 0.',
  'VOC-5': 'The same handler takes a body in classic keys and a body in recommended keys.',
  'KEY-3': 'Apart from charging, a test key behaves as a live key: same calls, same statuses, same payloads.',
  'SRC-1':
    'A question of type `DEPTH_TEXT`, alias `long_answer`, can be created (long text, AI-analysed); the listing shows `accepts_text` true.',
  'SRC-2':
    'A question of type `TEXT`, alias `short_answer`, can be created (short text); the listing shows `accepts_text` true.',
  'SRC-3':
    'A question of type `MCQ`, alias `mcq`, can be created (multiple choice, multi-select); the listing shows `accepts_text` false.',
  'SRC-4':
    'A question of type `SCQ`, alias `scq`, can be created (single choice); the listing shows `accepts_text` false.',
  'SRC-5':
    'A question of type `RATING`, alias `rating`, can be created (scale 1 to 5); the listing shows `accepts_text` false.',
  'SRC-6': 'A question of type `NPS`, alias `nps`, can be created (0 to 10); the listing shows `accepts_text` false.',
  'SRC-7':
    '`feedback_type` takes `survey`, `call_transcript`, `app_review`, `support_ticket`, `chat`, `email`, `social_media`, `review`, `other`.',
  'PSH-1':
    'An item may be an object with `text`, `external_id`, `customer_id`, `channel`, `language`, `rating`, `occurred_at`.',
  'PSH-2':
    'An item whose `external_id` was pushed before is not stored again: a retried push adds nothing and counts as duplicates.',
  'PSH-5': '`inserted` in a push result is the number of entries newly added.',
  'PSH-6': '`duplicates` in a push result is the number of duplicate entries that were skipped.',
  'PSH-7': 'A push result has `rows_accepted`, the number of rows taken.',
  'PSH-8': 'A push result names the group and the source that were pushed to.',
  'PSH-9': 'A push result has `aps_deducted` (a legacy alias), the APS the push consumed.',
  'PUB-1': 'Once published, a source accepts pushed content.',
  'ME-19': 'Introspection is under the rate limits too and answers 429 when one is used up.',
  'GRP-1': '`POST /api/input/survey_series/create` with a new `name` creates the group and answers `created` true.',
  'GRP-4': 'Group names of 2 and of 255 characters are accepted.',
  'SRC-9': '`POST /api/input/survey/create` creates a data source in the named group; the listing then shows it.',
  'SRC-10': 'Create-source is open to `create` and `all`.',
  'SRC-16': 'Titles of 1 and of 100 characters are accepted.',
  'SRC-17': '`survey_description` is optional: absent and of 1000 characters are both accepted.',
  'SRC-19': '`questions` is optional and is an array: a source can be created without it.',
  'SRC-20': '100 questions in one create call are accepted.',
  'SRC-22': '`feedback_type` is optional: a source can be created without it.',
  'PUB-2': '`POST /api/input/survey/publish` turns the `mode` of a source from `EDITING` into `ACCESSIBLE`.',
  'PUB-3': 'Publishing is open to `create` and `all`.',
  'PSH-11': '`POST /api/input/content/push` answers 200 with a push result.',
  'PSH-12': 'Push is open to `push`, `create` and `all`.',
  'IDM-1': '`Idempotency-Key` is optional, on a single and on a bulk push: both work with it and without it.',
  'PSH-19': 'Items of `question.content` may be plain strings.',
  'PSH-20': 'A push of 1,000 items is accepted.',
  'PSH-22': 'An item of 10,000 characters is accepted.',
  'PSH-24': '`source_reference`, the label of the batch, is an optional string: the push works with it and without it.',
  'BLK-1':
    '`POST /api/input/content/push/bulk` without `sync` answers 202 with a task id and works on after the answer.',
  'BLK-2': 'Bulk push is open to `push`.',
  'BLK-8': 'Items of `questions[].content` may be plain strings.',
  'BLK-9': 'A bulk push of 100 questions is accepted.',
  'BLK-11': '`source_reference` is optional in a bulk push.',
  'BLK-12': 'The `source_reference` of a bulk push is stored on every row of it.',
  'BLK-13': 'The progress of a bulk task is a percentage from 0 to 100.',
  'BLK-14':
    'With `sync` true, within the bounds and an `external_id` on every row, a bulk push answers 200 with the completed result.',
  'BLK-15': '`sync` true is honoured up to 50 items and up to 20 fields: 50 items over 20 fields answer 200.',
  'BLK-17': '`sync` true with 51 items falls back to the asynchronous 202.',
  'BLK-18': '`sync` true with 21 fields falls back to the asynchronous 202.',
  'VOC-9': '`POST /feedback/push` does what `POST /api/input/content/push` does.',
  'VOC-10': '`POST /feedback/push/bulk` does what `POST /api/input/content/push/bulk` does.',
  'VOC-11':
    '`POST /content/push/bulk` (without `/api/input`) is a recommended-vocabulary equivalent of the classic bulk push.',
  'ERS-1': '`POST /feedback/erase` erases many items in one call, selected by `external_id`.',
  'ERS-2': '`POST /feedback/erase` erases many items in one call, selected by `customer_id`.',
  'ERS-3': 'Erasing is open to `push`.',
  'UPL-1': '`POST /feedback/upload` takes a CSV file and its rows become feedback items.',
  'UPL-2': '`POST /feedback/upload` takes an XLSX file and its rows become feedback items.',
  'UPL-3': 'An upload is asynchronous: the answer comes before the ingest is done.',
  'UPL-4': 'Upload is open to `push`.',
  'INV-12': '`GET /invites/{id}` answers with the status of the distribution.',
  'INV-13': '`GET /invites/{id}/recipients` answers with the outcome per recipient, delivery status included.',
  'IDM-2': 'The first request with an `Idempotency-Key` is carried out.',
  'IDM-4': 'The same key with the same payload gets the kept response again: same status, same body.',
  'IDM-5':
    'The same key with the same payload inserts nothing a second time, not even plain strings without `external_id`.',
  'IDM-6': 'The same key with a different payload answers 409 in the error envelope and stores nothing.',
  'AUT-9': 'The scope `push` covers reading the status of a bulk task.',
  'AUT-10': 'A `create` key is accepted wherever a `push` key is.',
  'AUT-11': 'A `create` key can create and publish sources with fields in feedback groups that exist.',
  'AUT-12': 'An `all` key is accepted wherever `push`, `create`, `send` or `mcp_read` keys are.',
  'RAT-1':
    'A request over a rate limit answers 429 with `Retry-After`, `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset`.',
  'RAT-2': 'A key gets as many requests per minute as its limit says (60 by default); the next one answers 429.',
  'RAT-3': 'All keys of an organisation together get 300 requests per minute by default.',
  'RAT-4': 'An IP address gets 600 requests per minute by default, as the fallback layer.',
  'RAT-12': '`Retry-After` on 429 is an integer number of seconds, at least 1.',
  'LIM-2': '10,000 characters per item hold for every push: a bulk item of 10,001 characters is not stored.',
} as const
