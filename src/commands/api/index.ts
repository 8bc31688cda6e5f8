import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import type { CommandOutcome } from '../../output/outcome.js'
import { wrongUsage } from '../../terminal/failure.js'
import { showAnswer } from './answer.js'
import { API_OPTIONS } from './options.js'
import { eachEntry } from './pages.js'
import { buildRequest, METHODS } from './request.js'

export const COMMAND = command({
  examples: [
    ['api GET me'],
    ['api GET /api/v1/openapi.json --jq .info.version'],
    ['api POST survey_series/create -f name=Support'],
    [
      'api POST content/push -f survey_series_id=1 -f survey_id=2 -f "question[question_id]=3" -f "question[content][]=Great" --idempotency-key auto',
    ],
    ['api GET feedback -f source_id=34 --paginate --output ndjson', 'all pages'],
  ],
  arguments: [
    { name: 'METHOD', purpose: 'GET, POST, …', required: true, choices: METHODS },
    {
      name: 'PATH',
      purpose: 'path below the prefix, such as me, or one that starts with /api/',
      required: true,
    },
  ],
  options: API_OPTIONS,
  run: callApi,
})

/** Any request, with the credentials, the pacing and the guards of every other command. */
async function callApi(input: CommandInput<typeof API_OPTIONS>, factory: Factory): Promise<CommandOutcome> {
  const request = await buildRequest(input, factory)
  if (input.paginate && request.method !== 'GET') throw wrongUsage('--paginate works only with GET')
  if (input.paginate && input.include) throw wrongUsage("--paginate and --include can't be used together")
  const url = (await factory.settings()).baseUrl.value
  const client = await factory.client()
  if (input.paginate)
    return { rows: eachEntry(client, request, url, factory.screen.caution), columns: [], asJson: true }
  return showAnswer(await client.request(request), { include: input.include, url }, factory)
}
