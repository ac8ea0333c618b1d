// Draws a picture at most once in each frame of the page, however often that is requested.

export interface FrameDrawing {
  /** Draws in the next frame. Drawing a canvas between frames blocks the page until the graphics have caught up. */
  readonly soon: () => void
  /** Draws at once, within the frame of another drawing. */
  readonly now: () => void
  /** Cancels the requested drawing. */
  readonly cancel: () => void
}
export function oncePerFrame(draw: () => void): FrameDrawing {
  let frame: number | null = null
  const cancel = () => {
    if (frame !== null) cancelAnimationFrame(frame)
    frame = null
  }
  const now = () => {
    cancel()
    draw()
  }
  return {
    soon: () => {
      frame ??= requestAnimationFrame(now)
    },
    now,
    cancel,
  }
}
