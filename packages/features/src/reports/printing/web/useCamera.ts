// Opens a camera that looks for codes: its state, and the codes that it reads.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { openDecoder } from './decoder.ts'

/** `insecure`: browsers open a camera only for pages over https. */
export type CameraState = 'starting' | 'looking' | 'refused' | 'absent' | 'busy' | 'insecure'

/** Milliseconds between two pictures. */
const LOOK_INTERVAL_MS = 150
/** Milliseconds in which the same code is not reported again while it stays in the picture. */
const REPEAT_PAUSE_MS = 3_000

function failureState(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'busy'
}

/** Runs while the component is mounted. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onRead: (code: string) => void,
): CameraState {
  const [state, setState] = useState<CameraState>('starting')
  const callback = useRef(onRead)
  callback.current = onRead
  useEffect(() => {
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let stream: MediaStream | null = null
    let last = { code: '', at: 0 }
    const start = async () => {
      if (navigator.mediaDevices === undefined) return setState('insecure')
      try {
        const [media, decode] = await Promise.all([
          navigator.mediaDevices.getUserMedia({
            video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
            audio: false,
          }),
          openDecoder(),
        ])
        stream = media
        const picture = video.current
        if (over || picture === null) return stop()
        picture.srcObject = media
        await picture.play()
        setState('looking')
        const look = async () => {
          const code = await decode(picture).catch(() => null)
          if (over) return
          const now = Date.now()
          if (code !== null && (code !== last.code || now - last.at > REPEAT_PAUSE_MS)) {
            last = { code, at: now }
            navigator.vibrate?.(60)
            callback.current(code)
          }
          timer = setTimeout(() => void look(), LOOK_INTERVAL_MS)
        }
        await look()
      } catch (error) {
        if (!over) setState(failureState(error))
        stop()
      }
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void start()
    return () => {
      over = true
      clearTimeout(timer)
      stop()
    }
  }, [video])
  return state
}
