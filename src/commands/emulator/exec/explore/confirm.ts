import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Factory } from '../../../../cli/factory.js'
import { CAUSES, type CauseName, causeOf } from '../../../../explore/cause.js'
import { type Exploration, type Finding, titleOf } from '../../../../explore/finding.js'
import { BREACH_NAMES } from '../../../../explore/judge.js'
import { keyOf, smallerThan } from '../../../../explore/matrix.js'
import { writeReplay } from '../../../../explore/replay-file.js'
import { rulesOf, tellStory } from '../../../../explore/story.js'
import { whileWaiting } from '../../../../ui/waiting.js'
import type { Failed, Search } from './search.js'
import type { Subject } from './stage.js'

const REPEATS = 3
const MOST_FINDINGS = 8

/** Failures that are alike: of one probable cause. */
interface Group {
  cause: CauseName
  failed: Failed[]
}

/** What came of repeating the failures: findings, and titles of those that did not repeat, or that no time was left for. */
export type Confirmed = Pick<Exploration, 'findings' | 'unsteady' | 'unrepeated'>

/** Shrinks and repeats what failed, one run at a time, so that nothing beside it matters; what repeats is a finding. */
export async function confirm(
  factory: Factory,
  subject: Subject,
  found: Search,
  isOver: () => boolean,
): Promise<Confirmed> {
  const result: Confirmed = { findings: [], unsteady: [], unrepeated: [] }
  const { findings, unsteady, unrepeated } = result
  const memory = new Map(found.tried.map(({ disturbances, cause }) => [keyOf(disturbances), cause]))
  const groups = groupsOf(found.failed)
  return whileWaiting(factory, async (display) => {
    for (const [place, group] of groups.entries()) {
      const titles = group.failed.map(({ disturbances }) => titleOf(disturbances))
      if (findings.length >= MOST_FINDINGS || (isOver() && findings.length > 0)) {
        unrepeated.push(...titles)
        continue
      }
      const text = `Shrinking and repeating failure ${place + 1} of ${groups.length}: ${CAUSES[group.cause]}`
      display.update({ text, share: place / groups.length })
      const confirmed = await confirmGroup(found, group, memory, isOver)
      factory.signal.throwIfAborted()
      if (confirmed) findings.push(await report(factory, subject, confirmed, group, findings.length + 1))
      else unsteady.push(...titles)
    }
    return result
  })
}

function groupsOf(failed: readonly Failed[]): Group[] {
  const groups = new Map<CauseName, Group>()
  const graveness = ({ breaches }: Failed) => BREACH_NAMES.indexOf(breaches[0].name)
  for (const each of [...failed].sort((a, b) => graveness(a) - graveness(b))) {
    const cause = causeOf(each.breaches[0], each.run, each.disturbances)
    const group = groups.get(cause) ?? { cause, failed: [] }
    groups.set(cause, group)
    group.failed.push(each)
  }
  return [...groups.values()]
}

/** The smallest failure of a group that repeats; undefined if none does. */
async function confirmGroup(
  found: Search,
  { cause, failed }: Group,
  memory: ReadonlyMap<string, CauseName | undefined>,
  isOver: () => boolean,
): Promise<Failed | undefined> {
  for (const candidate of failed.slice(0, 3)) {
    const smaller = smallerThan(candidate.disturbances, found.points)
    for (const disturbances of isOver() ? [] : smaller) {
      if (memory.has(keyOf(disturbances)) && memory.get(keyOf(disturbances)) !== cause) continue
      const confirmed = await repeat(found, disturbances, cause)
      if (confirmed) return confirmed
    }
    const confirmed = await repeat(found, candidate.disturbances, cause)
    if (confirmed) return confirmed
  }
  return undefined
}

async function repeat(
  found: Search,
  disturbances: Failed['disturbances'],
  cause: CauseName,
): Promise<Failed | undefined> {
  let last: Failed | undefined
  for (let left = REPEATS; left > 0; left -= 1) {
    last = await found.attempt(disturbances)
    if (!last || causeOf(last.breaches[0], last.run, disturbances) !== cause) return undefined
  }
  return last
}

async function report(
  factory: Factory,
  subject: Subject,
  { disturbances, breaches, run }: Failed,
  { cause, failed }: Group,
  number: number,
): Promise<Finding> {
  const story = tellStory(breaches, run, disturbances)
  const { command, stateCommand, seed, facts, options } = subject
  const breach = breaches[0].name
  const text = writeReplay({
    command,
    stateCommand,
    seedFile: seed === undefined ? undefined : resolve(factory.environment.cwd, seed.path),
    factsFile: facts?.file.value ?? undefined,
    options: { ...options },
    disturbances,
    breach,
    cause,
    story,
  })
  const file = writeFinding(factory, text, `${number}-${cause}.json`)
  const also = failed.map((each) => titleOf(each.disturbances)).filter((title) => title !== titleOf(disturbances))
  return {
    breach,
    cause,
    disturbances,
    story,
    rules: rulesOf(disturbances),
    also,
    output: run.lastWords,
    file,
    replay: `inpk emulator exec --replay ${file}`,
  }
}

/** In the working folder, or among the temporary ones if nothing can be written there. */
function writeFinding({ environment }: Factory, text: string, name: string): string {
  const folder = 'inpk-explore'
  try {
    mkdirSync(resolve(environment.cwd, folder), { recursive: true, mode: 0o700 })
    writeFileSync(resolve(environment.cwd, folder, name), text, { mode: 0o600 })
    return join(folder, name)
  } catch {
    const path = join(mkdtempSync(join(tmpdir(), 'inpk-explore-')), name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
}
