import { count } from '../../base/count.js'
import { moment } from '../../output/show.js'
import { actionCommand, byId, ID_ARGUMENT, listCommand, recordCommand } from './control-commands.js'
import { requireGroupId } from './find-control-target.js'

type Produced = readonly { period_key: string }[]

export const LIST = listCommand('listReports', {
  examples: [['emulator reports list'], ['emulator reports list --jq ".[].produced[].period_key"']],
  columns: [
    { key: 'id', title: 'ID', numeric: true },
    { key: 'feedback_group_id', title: 'GROUP', numeric: true },
    { key: 'produced', title: 'PRODUCED', numeric: true, show: (produced) => String((produced as Produced).length) },
    {
      key: 'last',
      title: 'LAST PERIOD',
      show: (_, row) => (row.produced as Produced).at(-1)?.period_key ?? '',
    },
  ],
  whenEmpty: 'No report subscriptions. `inpk emulator reports create GROUP` creates one.',
})

export const SHOW = recordCommand('getReport', {
  examples: [['emulator reports show 1']],
  arguments: ID_ARGUMENT,
  input: byId,
  view: ({ id, feedback_group_id, produced }) => [
    `Report subscription ${id} of group ${feedback_group_id}: ${count(produced.length, 'report')} so far`,
    ...produced.map((each) => `${each.period_key}  report ${each.report_id}, ${moment(each.produced_at)}`),
  ],
})

export const CREATE = recordCommand('createReport', {
  examples: [
    ['emulator reports create 3', 'report.ready at the end of each period the group tracks'],
    ['emulator reports create "Support"'],
  ],
  arguments: [
    { name: 'GROUP', purpose: 'a feedback group with tracking (id or name)', required: true, names: 'groups' },
  ],
  input: async ({ args, org }, factory) => ({
    body: { feedback_group_id: await requireGroupId(args[0]!, org, factory) },
  }),
  view: ({ id, feedback_group_id }) => [
    `Report subscription ${id}: group ${feedback_group_id} gets a report at the end of each period.`,
  ],
})

export const DELETE = actionCommand('deleteReport', {
  examples: [['emulator reports delete 1']],
  arguments: ID_ARGUMENT,
  input: byId,
  done: (id) => `Deleted report subscription ${id}.`,
})
