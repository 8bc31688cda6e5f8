import { join } from 'node:path'
import { isObject } from '../../base/is-object.js'
import { didYouMean, mustBeOneOf } from '../../base/nearest.js'
import { writeOutput } from '../../base/output-file.js'
import type { Factory } from '../../cli/factory.js'
import { omitUndefined } from '../../cli/omit-undefined.js'
import { readJsonFile } from '../../config/json-file.js'
import { findProjectFile, findUpward, PROJECT_FILE_NAME } from '../../config/project-file.js'
import { underSettingsLock } from '../../config/settings-lock.js'
import { columnName } from '../../ingest/map/headers.js'
import { DATE_ORDERS, EXTERNAL_ID_MODES, type PushOptions } from '../../ingest/options.js'
import type { PushPlan } from '../../ingest/plan.js'
import { wrongUsage } from '../../terminal/failure.js'

/** What the project file keeps under a mapping's name; members of push options by the names of their flags. */
interface SavedMapping {
  /** Column by member. */
  map?: Record<string, string>
  /** Field by column. */
  fields?: Record<string, string>
  dates?: string
  tz?: string
  external_id?: string
  sheet?: string
}

const MEMBERS: readonly string[] = ['map', 'fields', 'dates', 'tz', 'external_id', 'sheet']

/** The options of a saved mapping. Refuses an unknown name, listing the known ones, and a malformed member. */
export function requireSavedMapping(name: string, { environment }: Factory): Partial<PushOptions> {
  const project = findProjectFile(environment.cwd)
  const names = Object.keys(project?.mappings ?? {})
  const saved = names.includes(name) ? project?.mappings?.[name] : undefined
  if (saved === undefined) {
    const hint = names.length > 0 ? `Saved mappings: ${names.join(', ')}.` : 'Save one with --save-mapping NAME.'
    throw wrongUsage(`no mapping named "${name}"`, [didYouMean(name, names), hint].filter(Boolean).join(' '))
  }
  const { map, fields, dates, tz, external_id, sheet } = requireMembers(name, saved)
  const entries = (object: Record<string, string> | undefined) =>
    object && Object.entries(object).map(([left, right]) => `${left}=${right}`)
  return omitUndefined({
    map: entries(map),
    fields: entries(fields),
    dates: oneOf(name, 'dates', DATE_ORDERS, dates),
    timeZone: tz,
    externalId: oneOf(name, 'external_id', EXTERNAL_ID_MODES, external_id),
    sheet,
    // What was kept is all that counts: no preset may add to it.
    preset: 'none',
  })
}

/** Keeps the columns a plan chose under a name in the nearest project file, or a new one here; everything else in it stays. Resolves to its path. */
export async function saveMapping(name: string, plan: PushPlan, { environment }: Factory): Promise<string> {
  const path = findUpward(environment.cwd, PROJECT_FILE_NAME) ?? join(environment.cwd, PROJECT_FILE_NAME)
  await underSettingsLock(path, environment, async () => {
    const file = readJsonFile(path) ?? {}
    const mappings = { ...(file.mappings as object | undefined), [name]: savedMapping(plan) }
    await writeOutput(path, [`${JSON.stringify({ ...file, mappings }, null, 2)}\n`])
  })
  return path
}

function savedMapping({ mapping, file, options }: PushPlan): SavedMapping {
  const column = ({ index }: { index: number }) => {
    const name = columnName(file.columns, index)
    return file.columns.indexOf(name) === index ? name : `#${index + 1}`
  }
  const [text, ...others] = mapping.texts
  const several = others.length > 0 || text?.field !== undefined
  const members = mapping.members.map((each) => [each.member, column(each)] as const)
  const map = Object.fromEntries([...(several ? [] : [['text', column(text!)] as const]), ...members])
  const fields = several && Object.fromEntries(mapping.texts.map((each) => [column(each), each.field ?? '']))
  const { dates, timeZone: tz, externalId: external_id, sheet } = options
  return { map, ...(fields ? { fields } : {}), ...omitUndefined({ dates, tz, external_id, sheet }) }
}

function requireMembers(name: string, saved: unknown): SavedMapping {
  const unknown = isObject(saved) ? Object.keys(saved).find((member) => !MEMBERS.includes(member)) : undefined
  if (unknown !== undefined) {
    const hint = [didYouMean(unknown, MEMBERS), `Members: ${MEMBERS.join(', ')}.`].filter(Boolean).join(' ')
    throw wrongUsage(`the mapping "${name}" in ${PROJECT_FILE_NAME} has an unknown member "${unknown}"`, hint)
  }
  const sound = (value: unknown) => isObject(value) && Object.values(value).every((each) => typeof each === 'string')
  const { map = {}, fields = {}, ...rest } = isObject(saved) ? saved : { map: undefined }
  if (isObject(saved) && sound(map) && sound(fields) && sound(rest)) return saved as SavedMapping
  throw wrongUsage(
    `the mapping "${name}" in ${PROJECT_FILE_NAME} is malformed: its columns must be strings`,
    'Save it again with --save-mapping.',
  )
}

function oneOf<W extends string>(name: string, member: string, words: readonly W[], value: string | undefined) {
  if (value === undefined || (words as readonly string[]).includes(value)) return value as W | undefined
  throw wrongUsage(`${member} in the mapping "${name}" ${mustBeOneOf(words, value)}`)
}
