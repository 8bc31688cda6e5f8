/**
 * Publishes a source that was just created. Where that fails, `say` is told of the source first: it is there, published or not.
 * @throws what publishing rejects with
 */
export async function publishCreated<T>(
  { title, id }: { title: string; id: string },
  publish: () => Promise<T>,
  say: (text: string) => void | Promise<void>,
): Promise<T> {
  try {
    return await publish()
  } catch (error) {
    await say(`Created source ${id} (${title}).`)
    throw error
  }
}
