/**
 * What is said of subscriptions whose webhook secret could not come back with the rest. It is part of the result, so `--quiet`
 * shows it too: from now on, the receivers of these can verify nothing.
 */
export function newSecretLines(subscriptions: readonly string[]): string[] {
  if (subscriptions.length === 0) return []
  const all = subscriptions.join(', ')
  return [
    `The webhook secret of subscription ${all} is new and was not shown: \`inpk emulator subscriptions secret ID\` creates and shows another.`,
  ]
}
