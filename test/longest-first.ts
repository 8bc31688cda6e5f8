import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start processes, or wait for them: they are short, and take long. */
const LONG =
  /\/test\/(dashboard|package|soak|transcripts|ui)\/|\/(exec|listen-smoke|uploads|damage|diagnose)\.test\.ts$/

/** The order of the files, so that no thread is alone at the end; a fresh clone knows nothing of them but their lengths. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
