// Live data for everything below: called once, by the frame of the signed-in screens.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Live, startLive } from './live.ts'

const silent: Live = { healthy: () => false, subscribe: () => () => undefined }

/** True while the stream speaks; false while the polls stand in for it. */
export function useLive(): boolean {
  const client = useQueryClient()
  const [live, setLive] = useState<Live>(silent)
  useEffect(() => {
    const end = new AbortController()
    setLive(startLive(client, end.signal))
    return () => end.abort()
  }, [client])
  return useSyncExternalStore(live.subscribe, live.healthy)
}
