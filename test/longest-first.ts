import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long for their length: they start processes and wait for them, or go through many cases. */
const LONG = new RegExp(
  [
    String.raw`\/test\/(dashboard|foreign|package|round-trip|soak|transcripts|ui)\/`,
    String.raw`\/(conformance|learn)\/(conduct|emulator|foreign|probe.*|whole-facts)\.test\.ts$`,
    String.raw`\/(damage|diagnose|exec|exit-codes|explore|homes-sweep|jq|listen-smoke|receivers)\.test\.ts$`,
    String.raw`\/(record|recording|secrets-sweep|suggested-options|sweep|uploads)\.test\.ts$`,
  ].join('|'),
)

/** The order of the files, so that no thread is alone at the end; a fresh clone knows nothing of them but their lengths. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
