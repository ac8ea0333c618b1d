// Runs work on many items, a few at a time.
export async function runLimited<T>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const waiting = things.values()
  const worker = async () => {
    for (const thing of waiting) await work(thing)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, things.length) }, worker))
}
