import { beforeEach, expect, test, vi } from 'vitest'
import { oncePerFrame } from './frames.ts'

/** The callbacks of the next frame of the page. */
let frames: Map<number, () => void>
let lastId: number
beforeEach(() => {
  frames = new Map()
  lastId = 0
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => {
    frames.set(++lastId, work)
    return lastId
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
})
const nextFrame = () => {
  const works = [...frames.values()]
  frames.clear()
  for (const work of works) work()
}

test('a picture requested several times between frames is drawn once, with the next frame [map.90]', () => {
  const draw = vi.fn()
  const drawing = oncePerFrame(draw)
  drawing.soon()
  drawing.soon()
  expect(draw).not.toHaveBeenCalled()
  nextFrame()
  nextFrame()
  expect(draw).toHaveBeenCalledOnce()
  drawing.soon()
  nextFrame()
  expect(draw).toHaveBeenCalledTimes(2)
})
test('a picture that was drawn at once or cancelled is not drawn again', () => {
  const draw = vi.fn()
  const drawing = oncePerFrame(draw)
  drawing.soon()
  drawing.now()
  nextFrame()
  expect(draw).toHaveBeenCalledOnce()
  drawing.soon()
  drawing.cancel()
  nextFrame()
  expect(draw).toHaveBeenCalledOnce()
})
