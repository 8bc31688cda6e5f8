/** A test and how it ended, as JUnit knows it. */
export interface JUnitCase {
  name: string
  /** Why it failed. */
  failure?: string
  /** Why it was not run. */
  skipped?: string
}

/** A suite as JUnit XML. */
export function junitXml(name: string, cases: readonly JUnitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length
  const skipped = cases.filter((each) => each.skipped !== undefined).length
  const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped}"`
  const suite = [
    `<testsuite name="${escaped(name)}" ${counts}>`,
    ...cases.flatMap((each) => caseLines(name, each)),
    '</testsuite>',
  ]
  return `${['<?xml version="1.0" encoding="UTF-8"?>', ...suite].join('\n')}\n`
}

function caseLines(suite: string, { name, failure, skipped }: JUnitCase): string[] {
  const head = `  <testcase classname="${escaped(suite)}" name="${escaped(name)}"`
  if (failure !== undefined) return [`${head}>`, `    <failure message="${escaped(failure)}"/>`, '  </testcase>']
  if (skipped !== undefined) return [`${head}>`, `    <skipped message="${escaped(skipped)}"/>`, '  </testcase>']
  return [`${head}/>`]
}

/** For an attribute; characters XML cannot carry are left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
}
