import { wrap } from '../../terminal/width.js'
import type { Topic } from './topics.js'

const RULES = [
  'The interface of the service leaves details open, and a service may differ from what inpk assumes. A facts file records the differences: names, structure, paths, codes, statuses, limits, formats, delays. The commands, the library and the emulator all follow it.',
  "`inpk learn` writes the file: from the service's own description, from HAR files (`inpk record`, or --record FILE.har on any command) and from saved deliveries. With --probe it also asks the service; with --probe-writes it creates, pushes and erases with a test key. It writes only what the evidence proves, and keeps what you wrote by hand.",
  'The file in use, strongest first: --facts FILE, INPK_FACTS, the profile, inpk.config.json, the nearest inpk.facts.yaml upward. `none` disables it.',
  '`inpk config` shows which file is in use, `inpk doctor` compares the service with it, `inpk emulator assumptions` lists the ids that an entry can have and what settles them; with --json, `how` lists the values of each.',
  'An entry is the id of an assumption and what is true instead:',
]

const EXAMPLE = [
  'version: 1',
  "'result:createGroup.survey_series_id': { name: group.id, type: integer }",
  "'status:createGroup': { success: 201 }",
]

/** The page of `inpk help facts`. */
export const FACTS_TOPIC: Topic = {
  data: () => ({ rules: RULES, example: EXAMPLE }),
  lines: (style) => [
    ...RULES.flatMap((rule) => [...wrap(rule, style.width), '']),
    ...EXAMPLE.map((line) => `  ${line}`),
  ],
}
