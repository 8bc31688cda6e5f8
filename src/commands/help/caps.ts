import { CAPS } from '../../contract/caps.js'
import { wrap } from '../../terminal/width.js'
import type { Topic } from './topic.js'

const RULE =
  'Everything that grows with use is kept up to so many; some more may be there for a moment. What is made by name stays until it is deleted: organisations, members, keys, groups, sources and their items, templates, subscriptions, monitors, report subscriptions, snapshots, profiles.'

export const CAPS_TOPIC: Topic = {
  data: () => Object.entries(CAPS).map(([name, cap]) => ({ name, ...cap })),
  lines: (style) => [
    ...wrap(RULE, style.width),
    ...Object.values(CAPS).flatMap(({ most, what, beyond }) => [
      '',
      ...wrap(style.bold(`${most.toLocaleString('en')} ${what}`), style.width),
      ...wrap(`Beyond: ${beyond}.`, style.width - 2).map((line) => `  ${line}`),
    ]),
  ],
}
