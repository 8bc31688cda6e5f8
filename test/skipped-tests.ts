import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** Ends a run with the tests that were skipped, under the reason they were skipped for. */
export class SkippedTests implements Reporter {
  #run: Vitest | undefined

  onInit(run: Vitest): void {
    this.#run = run
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // What a pattern of names left out is known to whoever gave the pattern.
    if (this.#run?.config.testNamePattern) return
    const byReason = new Map<string, string[]>()
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const reason = reasonOf(test)
        byReason.set(reason, [...(byReason.get(reason) ?? []), `${module.relativeModuleId} > ${test.fullName}`])
      }
    }
    for (const [reason, titles] of [...byReason].sort())
      this.#run?.logger.log([`\n Skipped (${titles.length}), ${reason}:`, ...titles].join('\n   '))
  }
}

function reasonOf(test: TestCase): string {
  const result = test.result()
  return (result.state === 'skipped' && result.note) || test.meta().skippedFor || 'no reason given'
}
