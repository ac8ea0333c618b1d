// Heavy work in slices leaves every turn of the event loop to one slice alone.
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { WorkSlicer } from './work-slicer.ts'

test('pieces of work that wait take turns, one slice at each turn of the loop', async () => {
  const steps: string[] = []
  const work = async (name: string) => {
    const breath = new WorkSlicer()
    for (let step = 0; step < 3; step++) {
      await breath.nextSlice()
      steps.push(name)
    }
  }
  const all = Promise.all(['a', 'b', 'c'].map(work))
  const perTurn: number[] = []
  for (let before = 0; steps.length < 9; before = steps.length) {
    await turnOfLoop()
    perTurn.push(steps.length - before)
  }
  await all
  expect(steps).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'])
  expect(Math.max(...perTurn)).toBe(1)
})
