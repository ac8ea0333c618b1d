// A picture that is drawn at most once for each frame of the page, however often it is asked for.

export interface FrameDrawing {
  /** Draws with the next frame. A canvas that is drawn between frames holds up the page until the graphics have caught up. */
  readonly soon: () => void
  /** Draws at once, within a frame that somebody else draws in. */
  readonly now: () => void
  /** Takes back what was asked for. */
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
