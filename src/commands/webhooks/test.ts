import { count } from '../../base/count.js'
import { type CommandInput, command } from '../../cli/command.js'
import type { Factory } from '../../cli/factory.js'
import { formatTime } from '../../contract/times.js'
import { OUTPUT_FORMATS } from '../../output/format.js'
import { presented, type Result } from '../../output/outcome.js'
import { span } from '../../output/show.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { wrongUsage } from '../../terminal/failure.js'
import type { Style } from '../../terminal/style.js'
import { wrap } from '../../terminal/width.js'
import { type CaseResult, type KitReport, testReceiver, toJUnit, type Verdict } from '../../webhooks/tools.js'
import { deliveryForm } from './delivery-form.js'
import { OLD_SECRET_OPTIONS, readOldSecrets, requireOneSecret, SECRET_OPTIONS } from './secrets.js'
import { receiverTransport, requireReceiverUrl } from './send-delivery.js'

const MARKS: Record<Verdict, string> = { pass: '✓', warn: '!', fail: '✗', skip: '-' }

const OPTIONS = { ...SECRET_OPTIONS, ...OLD_SECRET_OPTIONS }

export const COMMAND = command({
  examples: [
    ['webhooks test http://127.0.0.1:8080/webhooks --secret-env WEBHOOK_SECRET'],
    ['webhooks test https://example.com/webhooks --secret-file secret.txt --old-secret-file old.txt'],
    ['webhooks test http://127.0.0.1:8080/webhooks --secret-env WEBHOOK_SECRET --output junit > kit.xml'],
  ],
  arguments: [{ name: 'URL', purpose: 'the receiver under test', required: true }],
  options: OPTIONS,
  outputs: OUTPUT_FORMATS,
  run: testUrl,
})

/** A case that takes longer is worth a word while one waits. */
const SLOW_MS = 3_000

/** The conformance kit for receivers: exit code 11 where the receiver does what the interface forbids. */
async function testUrl(input: CommandInput<typeof OPTIONS>, factory: Factory): Promise<Result> {
  const { environment, screen, signal } = factory
  const url = requireReceiverUrl(input.args[0]!)
  const secret = await requireOneSecret(input, factory)
  const [oldSecret, ...more] = await readOldSecrets(input, factory)
  if (more.length > 0) throw wrongUsage('one old secret is enough')
  const onCase = ({ title, ms }: CaseResult) =>
    ms > SLOW_MS ? void screen.note(`${title}: answered after ${span(ms)}`) : undefined
  const report = await testReceiver({
    url,
    secret: secret.value,
    ...(oldSecret ? { oldSecret: oldSecret.value } : {}),
    send: receiverTransport(factory),
    now: environment.now,
    signal,
    form: await deliveryForm(factory),
    onCase,
  })
  const exitCode = report.verdict === 'fail' ? EXIT.checkFailed : EXIT.done
  return {
    ...presented({ data: reportData(report), shown: report, view: reportView, exitCode }),
    junit: () => toJUnit(report),
  }
}

function reportData({ startedAt, ms, cases, ...report }: KitReport) {
  return {
    ...report,
    started_at: formatTime(startedAt),
    duration_ms: ms,
    cases: cases.map(({ ms: caseMs, ...each }) => ({ ...each, duration_ms: caseMs })),
  }
}

/** A line a case, its reason unless it passed, what the interface says where it failed; the counts at the end. */
function reportView({ cases, counts, url, verdict }: KitReport, style: Style): string[] {
  const done = `${count(counts.pass, 'case')} passed`
  const others = [
    ...(counts.fail > 0 ? [`${counts.fail} failed`] : []),
    ...(counts.warn > 0 ? [`${counts.warn} with a warning`] : []),
    ...(counts.skip > 0 ? [`${counts.skip} skipped`] : []),
  ]
  // Of a receiver that does not answer every case but the first says the same.
  const told = isSilent(cases) ? cases.filter((each) => each.verdict !== 'skip') : cases
  return [
    ...told.flatMap((each) => caseLines(each, style)),
    '',
    style.bold(`${url} ${judgementOf(verdict, cases)}: ${[done, ...others].join(', ')}.`),
  ]
}

function judgementOf(verdict: KitReport['verdict'], cases: KitReport['cases']): string {
  if (verdict === 'pass') return 'meets the interface'
  return isSilent(cases) ? 'did not answer' : 'does not meet the interface'
}

const isSilent = ([first]: KitReport['cases']) => first?.statuses[0] === null

function caseLines({ verdict, title, reason, says, rules }: CaseResult, style: Style): string[] {
  const paint = { pass: style.green, warn: style.yellow, fail: style.red, skip: style.dim }[verdict]
  const head = wrap(title, style.width - 2).map((line, index) => `${index === 0 ? paint(MARKS[verdict]) : ' '} ${line}`)
  if (verdict === 'pass') return head
  const more = verdict === 'fail' ? [reason, `The interface (${rules.join(', ')}): ${says}`] : [reason]
  return [...head, ...more.flatMap((text) => wrap(text, style.width - 4)).map((line) => `    ${style.dim(line)}`)]
}
