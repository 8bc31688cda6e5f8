import type { Operation } from '../../contract/operation.js'
import { type OperationId, rowOf } from '../../contract/operations/index.js'
import { INTERFACE_RULES, type InterfaceRule } from '../../contract/rules.js'
import { recommendedWord } from '../../contract/vocabulary.js'

/** The headings of the interface under which members of an operation are shown, as prefixes; the closest first. */
const SECTIONS: Partial<Record<OperationId, readonly string[]>> = {
  getMe: ['Key self-information', 'Introspection', 'API key'],
  listSources: ['List feedback groups', 'Feedback group, data source'],
  createGroup: ['Create feedback group'],
  createSource: ['Create data source', 'Question types', 'feedback_type of'],
  publishSource: ['Publish data source'],
  pushContent: ['Push content to one question', 'Push result', 'Structured content item'],
  pushBulk: ['Push content to several questions', 'Push result', 'Structured content item'],
  getAnalysis: ['Analysis read-back', 'Other operations'],
}
const OTHERS = ['Other operations']

/** The id of the rule by which the interface shows a member of an operation: one that names it, else one that shows the operation. */
export function ruleThatShows(operation: OperationId, path: string): string {
  const sections = SECTIONS[operation] ?? OTHERS
  const rules = sections.flatMap((heading) =>
    [...INTERFACE_RULES.values()].filter(({ section }) => section.startsWith(heading)),
  )
  const names = path.split(/\.|\[\]/).filter((name) => name !== '')
  const naming = names.reverse().flatMap((name) => rules.filter((rule) => says(rule, [name, recommendedWord(name)])))
  const { routes } = rowOf(operation) as Operation
  const showing = rules.filter(({ sentence }) => routes.some((route) => sentence.includes(`${route.path}\``)))
  return (naming[0] ?? showing[0] ?? rules[0]!).id
}

function says({ sentence }: InterfaceRule, names: readonly string[]): boolean {
  return names.some((name) => new RegExp(`\`(?:[\\w[\\].]+\\.)?${name}(?:\\[\\])?\``).test(sentence))
}
