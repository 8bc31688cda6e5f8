/**
 * What is said of subscriptions whose webhook secret could not come back with the rest. It is part of the result: with `--quiet` as
 * well, for the receivers of these verify nothing from now on.
 */
export function newSecretLines(subscriptions: readonly string[]): string[] {
  if (subscriptions.length === 0) return []
  const all = subscriptions.join(', ')
  return [
    `The webhook secret of subscription ${all} is new and was not shown: \`inpk emulator subscriptions secret ID\` creates and shows another.`,
  ]
}
