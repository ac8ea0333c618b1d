// Hashes for tests that are quick to verify. Passwords of people are hashed slowly on purpose, and most tests only sign in.
import { hash } from '@node-rs/argon2'

export const hashQuickly = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), { memoryCost: 64, timeCost: 1, parallelism: 1 })
