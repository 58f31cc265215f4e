import { hash } from '@node-rs/argon2'

const hashes = new Map<string, Promise<string>>()

/** The product's own hashes are slow by design. A hash carries its cost with it, so signing in with this one is quick. */
export function quickHash(password: string): Promise<string> {
  const made = hashes.get(password) ?? hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  hashes.set(password, made)
  return made
}
