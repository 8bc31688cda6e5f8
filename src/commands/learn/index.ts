import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type CommandInput, command } from '../../cli/command.js'
import { elsewhereText, findEmulatorElsewhere } from '../../cli/emulator-elsewhere.js'
import type { Factory } from '../../cli/factory.js'
import { findFactsHere } from '../../cli/find-facts.js'
import { flag, text, waiver } from '../../cli/options.js'
import { findOutputPath } from '../../cli/output-path.js'
import { isTyped } from '../../cli/which-service.js'
import { ServiceError } from '../../client/errors.js'
import { FACTS_FILE_NAMES } from '../../config/facts-file.js'
import type { Confirmed, MergedFacts } from '../../config/merge-facts.js'
import { findProjectFile } from '../../config/project-file.js'
import type { Facts } from '../../contract/facts/facts.js'
import { presented, type Result } from '../../output/outcome.js'
import { EXIT } from '../../terminal/exit-codes.js'
import { Failure } from '../../terminal/failure.js'
import type { Gathered } from './gathered.js'
import type { ProbeReport } from './probing.js'
import type { LearnReport } from './view.js'

const OPTIONS = {
  out: text('--out <file>', 'facts file to write (default: the one in force, or inpk.facts.yaml)'),
  dryRun: flag('--dry-run', 'show what would be written, and write nothing'),
  probe: flag('--probe', 'also send harmless GET requests for what is still open'),
  probeWrites: waiver(
    flag('--probe-writes', 'also create, push and erase, with a test key: shows what only writes do'),
  ),
  check: flag('--check', 'write nothing; exit code 11 if the file lacks a proven fact'),
}

export const COMMAND = command({
  examples: [
    ['learn', "from the service's own description"],
    ['learn openapi.yaml session.har deliveries/', 'from files you have'],
    ['learn session.har --dry-run'],
    ['learn --probe', 'also from harmless GET requests'],
    ['learn --probe-writes --yes', 'also by creating and erasing its own test data, with a test key'],
    ['learn --check --json', 'is the facts file still complete?'],
  ],
  arguments: [
    {
      name: 'SOURCE',
      purpose: 'an OpenAPI description, a HAR file, saved deliveries (file or folder), or a URL; - reads stdin',
      variadic: true,
    },
  ],
  options: OPTIONS,
  excludes: [
    ['dryRun', 'check'],
    ['probeWrites', 'dryRun'],
    ['probeWrites', 'check'],
  ],
  run: learnFacts,
})

type Input = CommandInput<typeof OPTIONS>

/**
 * Exit code 0 where all that was seen is confirmed or learned, 10 where some is ambiguous or a write of a probe never succeeded, 11 where it contradicts the interface itself.
 */
async function learnFacts(input: Input, factory: Factory): Promise<Result> {
  // Before anything is asked that could not be kept.
  if (input.out !== undefined) await findOutputPath(factory.environment, input.out)
  const isProbed = input.probe || input.probeWrites
  const { gathered, probes } = isProbed ? await gatherProbed(input, factory) : await unprobed(input, factory)
  const { learn } = await import('../../truth/learn/learn.js')
  const { confirmedFacts, learnedFacts, reportVerdicts } = await import('../../truth/learn/report.js')
  const { verdicts, against } = learn(gathered)
  // Traffic of what the interface shows is of the service, and says nothing new.
  const isDescribed = gathered.sources.every(({ kind, count }) => kind === 'description' || count === 0)
  if (isDescribed && verdicts.every(({ state }) => state === 'not seen')) throw nothingSeen(gathered)
  const days = new Map(gathered.sources.map(({ from, at }) => [from, at]))
  const path = findOut(input.out, factory)
  const dayOf = (from: string) => days.get(from)
  const found = { learned: learnedFacts(verdicts, dayOf), confirmed: confirmedFacts(verdicts, dayOf) }
  const isNew = !existsSync(path)
  const merged = await merge(path, found, input, factory)
  const { isChange } = await import('../../config/merge-facts.js')
  const isChanged = merged.changes.some(isChange)
  const report: LearnReport = {
    sources: gathered.sources,
    ...(probes ? { probes } : {}),
    file: path,
    written: isChanged && !input.dryRun && !input.check,
    against,
    changes: merged.changes,
    refused: merged.refused,
    verdicts: reportVerdicts(verdicts, new Set(gathered.sources.map(({ kind }) => kind)), merged),
  }
  const { learnData, learnView } = await import('./view.js')
  return presented({
    data: learnData(report),
    shown: { ...report, isNew },
    view: learnView,
    exitCode: exitCodeOf(report, input.check && isChanged),
  })
}

function exitCodeOf({ against, refused, verdicts, probes }: LearnReport, isBehind: boolean): number | undefined {
  if (against.length > 0 || isBehind) return EXIT.checkFailed
  const isOpen =
    refused.length > 0 ||
    (probes?.refused_writes.length ?? 0) > 0 ||
    verdicts.some(({ state, candidates }) => candidates.length > 0 || state === 'ambiguous')
  return isOpen ? EXIT.partlyDone : undefined
}

async function unprobed({ args }: Input, factory: Factory): Promise<{ gathered: Gathered; probes?: ProbeReport }> {
  return { gathered: await gather(args, factory) }
}

/** The same with what probes show. A service that does not describe itself is probed anyway. */
async function gatherProbed({ args, probeWrites }: Input, factory: Factory) {
  const { probeService, requireProbes } = await import('./probing.js')
  await requireProbes(factory, probeWrites)
  const { joined } = await import('./gathered.js')
  const gathered = await gather(args, factory).catch(async (error: unknown) => {
    if (args.length > 0 || !(error instanceof ServiceError)) throw error
    await factory.screen.warn(
      `The service does not describe itself (${error.status}); learning without its description.`,
    )
    return joined([])
  })
  return probeService(gathered, factory, probeWrites)
}

async function gather(words: readonly string[], factory: Factory): Promise<Gathered> {
  const { describedBy, readSources } = await import('./read-sources.js')
  if (words.length > 0) return readSources(words, factory)
  const { root, from } = await askDescription(factory)
  return describedBy(root, from, factory)
}

/** The description the service gives of itself. An emulator at an address that no one typed may not be the service that is meant. */
async function askDescription(factory: Factory) {
  const client = await factory.client()
  const { raw } = await client.call('getOpenapi')
  const { baseUrl } = await factory.settings()
  const elsewhere = isTyped(baseUrl) ? undefined : await findEmulatorElsewhere(factory, baseUrl.value)
  if (elsewhere) {
    const named = `${baseUrl.value} (${baseUrl.origin}) is ${elsewhereText(elsewhere)}`
    await factory.screen.caution(`${named}. Name your service with --base-url.`)
  }
  return { root: raw as Record<string, unknown>, from: 'openapi.json' }
}

/** Where facts are written: the file that was named, the one in force, or a new one beside the project file. */
function findOut(out: string | undefined, factory: Factory): string {
  const { environment } = factory
  if (out !== undefined) return resolve(environment.cwd, out)
  const inForce = findFactsHere(factory)?.value
  if (inForce) return inForce
  const project = findProjectFile(environment.cwd)
  return join(project ? dirname(project.path) : environment.cwd, FACTS_FILE_NAMES[0])
}

interface Found {
  learned: Facts
  confirmed: ReadonlyMap<string, Confirmed>
}

async function merge(path: string, found: Found, input: Input, factory: Factory): Promise<MergedFacts> {
  const { previewFacts, writeFacts } = await import('../../config/write-facts.js')
  const { learned, confirmed } = found
  const isPreview = input.dryRun || input.check || Object.keys(learned).length + confirmed.size === 0
  if (isPreview) return previewFacts(path, learned, confirmed)
  return factory.finishing(() => writeFacts(path, learned, factory.environment, confirmed))
}

function nothingSeen({ sources }: Gathered): Failure {
  return new Failure({
    exit: 'invalid',
    code: 'NOTHING_SEEN',
    message: `no operation of the service found in ${sources.map(({ from }) => from).join(', ')}`,
    hint: 'Check that this is a description, or traffic, of the service.',
  })
}
