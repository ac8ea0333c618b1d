// The picture of the camera with a frame to aim with, or the reason why there is none.
import { IconCameraOff } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './printing.module.css'
import { type CameraState, useCamera } from './useCamera.ts'

export function Camera({
  onRead,
  wordsOf,
}: {
  readonly onRead: (code: string) => void
  /** The words for its state; default: those for a kiosk. */
  readonly wordsOf?: (state: CameraState) => string
}) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const state = useCamera(video, onRead)
  const hasPicture = state === 'starting' || state === 'looking'
  return (
    <div className={classes.camera} data-state={state}>
      <video ref={video} muted playsInline aria-hidden hidden={!hasPicture} />
      {hasPicture && <span className={classes.aim} aria-hidden />}
      <p role="status" className={hasPicture ? classes.over : classes.why}>
        {!hasPicture && <IconCameraOff size={28} stroke={1.6} aria-hidden />}
        {wordsOf?.(state) ?? t(`printing.camera.${state}`)}
      </p>
    </div>
  )
}
