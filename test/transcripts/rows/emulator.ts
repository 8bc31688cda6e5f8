import { row, type TranscriptRow } from '../row.js'
import { runningHere, standIn, startingEmulators, withAssistant } from '../surroundings.js'

const MEMBER = 'emulator members create Ada ada@example.com'
const HOOK = 'emulator subscriptions create https://example.com/hook --event content.pushed --event survey.created'
const MONITOR = 'emulator monitors create Late --query late --query "too slow" --threshold 5 --source Tickets'
const MONITORED = [MONITOR, 'emulator clock advance 10s']
const TRACKED = 'emulator tracking set Support monthly'
const REPORTED = [TRACKED, 'emulator reports create Support', 'emulator clock advance 60d']
const FAULT = 'emulator faults add pushContent status --status 500'

/** Commands about the emulator. */
export const EMULATOR_ROWS: Record<string, TranscriptRow> = {
  'emulator start': row('emulator start --detach --ephemeral', 'emulator start --clock frozen@noon', 2, {
    around: startingEmulators,
  }),
  'emulator stop': row('emulator stop', 'emulator stop --now', 2, { around: standIn }),
  'emulator status': row('emulator status', 'emulator status --data elsewhere', 9, { around: runningHere }),
  'emulator wait': row('emulator wait', 'emulator wait --data elsewhere --within 1s', 12, { around: runningHere }),
  'emulator env': row('emulator env', 'emulator env --data elsewhere', 9, { around: runningHere }),
  'emulator exec': row('emulator exec -- npm test', 'emulator exec', 2, {
    around: startingEmulators,
    json: null,
  }),
  'emulator clock show': row('emulator clock show', 'emulator clock show --org 9', 5),
  'emulator clock set': row('emulator clock set 2026-04-01', 'emulator clock set 2001-01-01', 6),
  'emulator clock freeze': row('emulator clock freeze 2026-04-01', 'emulator clock freeze whenever', 2),
  'emulator clock resume': row('emulator clock resume', 'emulator clock resume --org 9', 5, { varies: true }),
  'emulator clock advance': row('emulator clock advance 6m', 'emulator clock advance backward', 2),
  'emulator reset': row('emulator reset', 'emulator reset --org 9', 5),
  'emulator orgs list': row('emulator orgs list', 'emulator orgs list --limit 0', 2),
  'emulator orgs show': row('emulator orgs show', 'emulator orgs show 9', 5),
  'emulator orgs create': row('emulator orgs create Acme --random-seed 7', 'emulator orgs create --plan lots', 2),
  'emulator orgs update': row('emulator orgs update --plan 500', 'emulator orgs update', 2),
  'emulator orgs delete': row('emulator orgs delete 2 --yes', 'emulator orgs delete 9', 5, {
    given: ['emulator orgs create Acme'],
  }),
  'emulator keys list': row('emulator keys list', 'emulator keys list --org 9', 5),
  'emulator keys show': row('emulator keys show EMUaIiB5Sl', 'emulator keys show EMUnobody', 5),
  'emulator keys create': row('emulator keys create Nightly', 'emulator keys create Nightly --scope everything', 2),
  'emulator keys update': row('emulator keys update EMUaIiB5Sl --label CI', 'emulator keys update EMUaIiB5Sl', 2),
  'emulator keys revoke': row('emulator keys revoke EMUaIiB5Sl', 'emulator keys revoke EMUnobody', 5),
  'emulator keys rotate': row('emulator keys rotate EMUaIiB5Sl', 'emulator keys rotate EMUnobody', 5),
  'emulator members list': row('emulator members list', 'emulator members list --org 9', 5, { given: [MEMBER] }),
  'emulator members show': row('emulator members show 1', 'emulator members show 9', 5, { given: [MEMBER] }),
  'emulator members create': row(MEMBER, 'emulator members create Ada not-an-address', 6),
  'emulator members activate': row('emulator members activate 1', 'emulator members activate 9', 5, {
    given: [MEMBER],
  }),
  'emulator members deactivate': row('emulator members deactivate 1', 'emulator members deactivate 9', 5, {
    given: [MEMBER],
  }),
  'emulator connections list': row('emulator connections list', 'emulator connections list --org 9', 5, {
    around: withAssistant,
  }),
  'emulator connections approve': row(
    'emulator connections approve con_waiting',
    'emulator connections approve con_nobody',
    5,
    { around: withAssistant, varies: true },
  ),
  'emulator connections revoke': row(
    'emulator connections revoke con_waiting',
    'emulator connections revoke con_nobody',
    5,
    { around: withAssistant },
  ),
  'emulator subscriptions list': row('emulator subscriptions list', 'emulator subscriptions list --org 9', 5, {
    given: [HOOK],
  }),
  'emulator subscriptions show': row('emulator subscriptions show 1', 'emulator subscriptions show 9', 5, {
    given: [HOOK],
  }),
  'emulator subscriptions create': row(HOOK, 'emulator subscriptions create http://example.com/hook', 6),
  'emulator subscriptions update': row(
    'emulator subscriptions update 1 --event content.pushed',
    'emulator subscriptions update 1 --event content.pulled',
    2,
    { given: [HOOK] },
  ),
  'emulator subscriptions pause': row('emulator subscriptions pause 1', 'emulator subscriptions pause 9', 5, {
    given: [HOOK],
  }),
  'emulator subscriptions resume': row('emulator subscriptions resume 1', 'emulator subscriptions resume 9', 5, {
    given: [HOOK],
  }),
  'emulator subscriptions delete': row('emulator subscriptions delete 1', 'emulator subscriptions delete 9', 5, {
    given: [HOOK],
  }),
  'emulator subscriptions secret': row('emulator subscriptions secret 1', 'emulator subscriptions secret 9', 5, {
    given: [HOOK],
  }),
  'emulator subscriptions test': row('emulator subscriptions test 1', 'emulator subscriptions test 9', 5, {
    given: [HOOK],
  }),
  'emulator faults add': row(FAULT, 'emulator faults add pushContents status', 2),
  'emulator faults list': row('emulator faults list', 'emulator faults list --org 9', 5, { given: [FAULT] }),
  'emulator faults clear': row('emulator faults clear', 'emulator faults clear 9', 5, { given: [FAULT] }),
  'emulator analysis-rules show': row('emulator analysis-rules show', 'emulator analysis-rules show --org 9', 5, {
    given: ['emulator analysis-rules set rules.json'],
  }),
  'emulator analysis-rules set': row(
    'emulator analysis-rules set rules.json',
    'emulator analysis-rules set reviews.csv',
    6,
  ),
  'emulator monitors list': row('emulator monitors list', 'emulator monitors list --org 9', 5, { given: MONITORED }),
  'emulator monitors show': row('emulator monitors show 1', 'emulator monitors show 9', 5, { given: MONITORED }),
  'emulator monitors create': row(MONITOR, 'emulator monitors create Late', 2),
  'emulator monitors update': row('emulator monitors update 1 --threshold 2', 'emulator monitors update 1', 2, {
    given: MONITORED,
  }),
  'emulator monitors delete': row('emulator monitors delete 1', 'emulator monitors delete 9', 5, { given: MONITORED }),
  'emulator reports list': row('emulator reports list', 'emulator reports list --org 9', 5, { given: REPORTED }),
  'emulator reports show': row('emulator reports show 1', 'emulator reports show 9', 5, { given: REPORTED }),
  'emulator reports create': row('emulator reports create Support', 'emulator reports create Sales', 5, {
    given: [TRACKED],
  }),
  'emulator reports delete': row('emulator reports delete 1', 'emulator reports delete 9', 5, { given: REPORTED }),
  'emulator tracking list': row('emulator tracking list', 'emulator tracking list --org 9', 5),
  'emulator tracking show': row('emulator tracking show Support', 'emulator tracking show Sales', 5),
  'emulator tracking set': row('emulator tracking set Support weekly', 'emulator tracking set Support daily', 2),
  'emulator log': row('emulator log --limit 3', 'emulator log --org 9', 5),
  'emulator assumptions': row('emulator assumptions --limit 2', 'emulator assumptions --limit 0', 2),
  'emulator logs': row('emulator logs --limit 3', 'emulator logs --org 9', 5, { varies: true }),
  'emulator seed': row('emulator seed shop.yaml', 'emulator seed reviews.csv', 6),
  'emulator snapshot save': row('emulator snapshot save before --yes', 'emulator snapshot save "a b"', 6),
  'emulator snapshot restore': row('emulator snapshot restore before', 'emulator snapshot restore after', 5, {
    given: ['emulator snapshot save before', 'groups create Shops'],
  }),
  'emulator snapshot list': row('emulator snapshot list', 'emulator snapshot list --org 9', 5, {
    given: ['emulator snapshot save before'],
  }),
  'emulator snapshot delete': row('emulator snapshot delete before', 'emulator snapshot delete after', 5, {
    given: ['emulator snapshot save before'],
  }),
  'emulator undo': row('emulator undo', 'emulator undo everything', 2, { given: ['groups create Shops'] }),
  'emulator diff': row('emulator diff --snapshot before', 'emulator diff --snapshot after', 5, {
    given: ['emulator snapshot save before', 'groups create Shops'],
  }),
  'emulator export': row('emulator export --to backup.json --yes', 'emulator export --org 9', 5),
  'emulator import': row('emulator import backup.json', 'emulator import reviews.csv', 6, {
    given: ['emulator export --to backup.json'],
  }),
  'emulator open': row('emulator open', 'emulator open --browser', 2),
}
