// For tests: a hash that is compared quickly. What people choose is made to take long, and most tests only sign in.
import { hash } from '@node-rs/argon2'

export const hashQuickly = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), { memoryCost: 64, timeCost: 1, parallelism: 1 })
