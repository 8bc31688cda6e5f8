import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isInCi } from '../../src/cli/environment.js'

const VALUES = [undefined, '', '0', '1', 'true', 'false', 'yes']

/** Prints what Ink's own question answers for each environment. */
const ASK_INK = `
const answers = []
for (const [at, env] of JSON.parse(process.argv[1]).entries()) {
  delete process.env.CI
  delete process.env.CONTINUOUS_INTEGRATION
  Object.assign(process.env, env)
  answers.push((await import(import.meta.resolve('is-in-ci') + '?' + at)).default)
}
console.log(JSON.stringify(answers))`

test('CI is where Ink says it is: elsewhere it draws, there it does not', () => {
  const environments = VALUES.flatMap((CI) => VALUES.map((other) => ({ CI, CONTINUOUS_INTEGRATION: other })))
  const answers = execFileSync(process.execPath, ['--input-type=module', '-e', ASK_INK, JSON.stringify(environments)])
  expect(environments.map(isInCi)).toEqual(JSON.parse(String(answers)))
})
