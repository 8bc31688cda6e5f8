import { themeIdOf } from './theme-id.js'
import { topicOf } from './topics.js'
import type { Finding, Summary } from './types.js'

/** The `theme_id`s of the summary's themes that an item belongs to, the main one first; empty where it belongs to none. */
export function themesOfFinding(finding: Finding, summary: Summary): string[] {
  const known = new Set(summary.themes.map((theme) => theme.theme_id))
  const found = finding.concepts.flatMap(
    ({ key }) => [themeIdOf(key), themeIdOf(topicOf(key))].find((id) => known.has(id)) ?? [],
  )
  return [...new Set(found)]
}
