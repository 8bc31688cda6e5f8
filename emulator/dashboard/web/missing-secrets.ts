/** A sentence about the subscriptions whose webhook secret could not come back; '' if there is none. */
export function onSecrets(subscriptionIds: readonly string[]): string {
  if (subscriptionIds.length === 0) return ''
  const [which, have] = subscriptionIds.length === 1 ? ['Subscription', 'has'] : ['Subscriptions', 'have']
  return ` ${which} ${subscriptionIds.join(', ')} ${have} a new secret: New secret on its page shows one.`
}
