import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node'

/**
 * Ends a run with the tests that were skipped, under the reason they were skipped for, and then with what failed:
 * of a log that is kept only in part, the end is what is kept.
 */
export class LastWords implements Reporter {
  #run: Vitest | undefined

  onInit(run: Vitest): void {
    this.#run = run
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    // What a pattern of names left out is known to whoever gave the pattern.
    if (!this.#run?.config.testNamePattern) this.#tell(skipped(modules))
    this.#tell(failed(modules, errors))
  }

  #tell(paragraphs: string[]): void {
    for (const paragraph of paragraphs) this.#run?.logger.log(paragraph)
  }
}

function skipped(modules: readonly TestModule[]): string[] {
  const byReason = new Map<string, string[]>()
  for (const module of modules) {
    for (const test of module.children.allTests('skipped')) {
      const reason = reasonOf(test)
      byReason.set(reason, [...(byReason.get(reason) ?? []), nameOf(test)])
    }
  }
  return [...byReason].sort().map(([reason, names]) => paragraph(`Skipped (${names.length}), ${reason}:`, names))
}

function failed(modules: readonly TestModule[], errors: readonly SerializedError[]): string[] {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests('failed')].map((test) => `${nameOf(test)}: ${messagesOf(test.result().errors)}`),
  )
  const suites = modules.flatMap((module) =>
    [module, ...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map((error) => `${module.relativeModuleId}: ${error.message}`),
    ),
  )
  const others = errors.map((error) => `outside of any test: ${error.message}`)
  const all = [...tests, ...suites, ...others]
  return all.length ? [paragraph(`Failed (${all.length}):`, all)] : []
}

function paragraph(title: string, lines: string[]): string {
  return [`\n ${title}`, ...lines].join('\n   ')
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`
}

function messagesOf(errors: readonly SerializedError[] | undefined): string {
  return (errors ?? []).map((error) => error.message).join('; ')
}

function reasonOf(test: TestCase): string {
  const result = test.result()
  return (result.state === 'skipped' && result.note) || test.meta().skippedFor || 'no reason given'
}
