// The points of a line or ring while it is drawn, with undo.
import type { DrawnPoint } from './stage.tsx'

export type DrawnPoints = readonly DrawnPoint[]
export interface DrawingSteps {
  readonly points: DrawnPoints
  /** The points before each step, the oldest first. */
  readonly before: readonly DrawnPoints[]
  /** A point is being moved: all its places until it is released are one step. */
  readonly isMoving: boolean
}
export type DrawingStep =
  | {
      readonly does: 'add'
      readonly point: DrawnPoint
      /** index of the new point; default: at the end */
      readonly at?: number
      /** The point is being dragged: all its places until it is released belong to this step. */
      readonly isMoving?: boolean
    }
  | {
      readonly does: 'move'
      readonly at: number
      readonly point: DrawnPoint
      readonly isEnd: boolean
    }
  | { readonly does: 'remove'; readonly at: number }
  | { readonly does: 'undo' }

export const beginDrawing = (points: DrawnPoints): DrawingSteps => ({
  points,
  before: [],
  isMoving: false,
})

/** @param most largest number of points; further ones are ignored */
export const drawStep =
  (most: number) =>
  (steps: DrawingSteps, step: DrawingStep): DrawingSteps => {
    const { points, before, isMoving } = steps
    const next = (changed: DrawnPoints): DrawingSteps => ({
      points: changed,
      before: isMoving ? before : [...before, points],
      isMoving: false,
    })
    if (step.does === 'undo')
      return before.length === 0
        ? steps
        : { points: before.at(-1) ?? [], before: before.slice(0, -1), isMoving: false }
    if (step.does === 'remove') return next(points.toSpliced(step.at, 1))
    if (step.does === 'move')
      return { ...next(points.with(step.at, step.point)), isMoving: !step.isEnd }
    const at = step.at ?? points.length
    const isRepeat = [points[at - 1], points[at]].some(
      p => p !== undefined && p[0] === step.point[0] && p[1] === step.point[1],
    )
    return isRepeat || points.length >= most
      ? steps
      : { ...next(points.toSpliced(at, 0, step.point)), isMoving: step.isMoving === true }
  }
