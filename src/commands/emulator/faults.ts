import { count } from '../../base/count.js'
import { type CommandInput, command } from '../../cli/command.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { refuseFaultKind } from '../../contract/control/fault-members.js'
import { describeFault, describeMatch } from '../../contract/control/fault-words.js'
import { API_FAULTS, type FaultMatch, type FaultSetting, WEBHOOK_FAULTS } from '../../contract/control/faults.js'
import { OPERATION_IDS } from '../../contract/operations/index.js'
import { type Result, result } from '../../output/outcome.js'
import { wrongUsage } from '../../terminal/failure.js'
import { requireWord } from '../../terminal/require-word.js'
import { callControl, listCommand, recordCommand } from './control-commands.js'
import { EMULATOR_OPTIONS } from './emulator-options.js'
import { ADD_OPTIONS, matchOf, ownAnswerOf, requireNeeded, requireUsed } from './fault-options.js'
import { requireSourceId } from './find-control-target.js'

const OPERATIONS = [...OPERATION_IDS, '*', 'webhook'] as const
const KINDS = [...API_FAULTS, ...WEBHOOK_FAULTS] as const

export const ADD = recordCommand('createFault', {
  examples: [
    ['emulator faults add pushContent status --status 500 --times 2'],
    ['emulator faults add "*" latency --ms 3000'],
    ['emulator faults add pushContent lost_answer', 'carried out, but the response is lost'],
    ['emulator faults add pushContent limit --retry-after 2', '429 to every push for two seconds'],
    ['emulator faults add webhook reorder --window 3'],
    ['emulator faults add pushContent status --status 500 --source 1', 'only pushes to source 1'],
    ['emulator faults add pushBulk busy --member "questions[*].question_id=7"', 'only bodies with this member'],
    [`emulator faults add getMe status --status 200 --body '{"org_id": null}'`, 'with a response of your own'],
  ],
  arguments: [
    {
      name: 'OPERATION',
      purpose: 'an operation such as pushContent, * for all, or webhook',
      required: true,
      choices: OPERATIONS,
    },
    { name: 'KIND', purpose: KINDS.join(', '), required: true, choices: KINDS },
  ],
  options: ADD_OPTIONS,
  groups: {
    Target: ['path', 'key', 'source', 'member', 'times', 'after'],
    Response: ['status', 'code', 'retryAfter', 'body', 'contentType', 'header'],
  },
  async input(input, factory) {
    const operation = requireWord(input.args[0]!, OPERATIONS, 'operation')
    const kind = requireWord(input.args[1]!, KINDS, 'kind of fault', 'Kinds')
    const { after, status, code, retryAfter, ms, bytes, window, source, org } = input
    const unfit = refuseFaultKind(operation, kind)
    if (unfit !== undefined) throw wrongUsage(`KIND "${kind}" ${unfit}`)
    requireUsed(input, kind)
    requireNeeded(input, kind)
    const own = await ownAnswerOf(input, factory.environment)
    const sourceId = source === undefined ? undefined : await requireSourceId(source, org, factory)
    return {
      body: {
        operation,
        kind,
        times: input.times ?? 1,
        ...omitUndefined({ after, status, code, retry_after: retryAfter, ms, bytes, window }),
        ...omitUndefined({ match: matchOf(input, sourceId) }),
        ...own,
      },
    }
  },
  view: (fault) => {
    const { id, operation, times, match } = fault
    const aim = match ? `; only ${describeMatch(match)}` : ''
    return [
      `Added fault ${id}: ${operation} ${describeFault(fault)}, ${times === 1 ? 'once' : count(times, 'time')}${aim}`,
    ]
  },
})

export const LIST = listCommand('listFaults', {
  examples: [['emulator faults list']],
  columns: [
    { key: 'id', title: 'ID', numeric: true },
    { key: 'operation', title: 'OPERATION' },
    { key: 'kind', title: 'FAULT', show: (_, row) => describeFault(row as FaultSetting) },
    { key: 'match', title: 'ONLY', flexible: true, show: (match) => (match ? describeMatch(match as FaultMatch) : '') },
    { key: 'times', title: 'TIMES', numeric: true, quantity: true },
    { key: 'after', title: 'AFTER', numeric: true, quantity: true },
    { key: 'hits', title: 'HITS', numeric: true, quantity: true },
  ],
  whenEmpty: 'No faults.',
})

export const CLEAR = command({
  examples: [['emulator faults clear'], ['emulator faults clear 3']],
  arguments: [{ name: 'ID', purpose: 'id of the fault (default: all of them)' }],
  options: EMULATOR_OPTIONS,
  async run({ args, org }: CommandInput<typeof EMULATOR_OPTIONS>, factory): Promise<Result> {
    const all = args[0] === undefined ? (await callControl(factory, org, 'listFaults')).items.map(({ id }) => id) : args
    for (const id of all) await callControl(factory, org, 'deleteFault', { params: { id } })
    return result({ cleared: all.length }, ({ cleared }) => [`Cleared ${count(cleared, 'fault')}.`])
  },
})
