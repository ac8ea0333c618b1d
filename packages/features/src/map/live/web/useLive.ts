// Starts the live data of the signed-in screens; their frame calls it once.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { startLive } from './live.ts'

export function useLive(): void {
  const client = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    startLive(client, end.signal)
    return () => end.abort()
  }, [client])
}
