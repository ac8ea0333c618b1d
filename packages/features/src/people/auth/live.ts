// The streams of a session or token end with it.
import { live } from '@flotta/core/live.ts'

export default live({
  tables: {
    sessions: ({ session_id }, streams) =>
      streams.end(
        ({ credential }) => credential.kind === 'session' && credential.id === session_id,
      ),
    api_tokens: ({ id }, streams) =>
      streams.recheck(({ credential }) => credential.kind === 'token' && credential.id === id),
  },
})
