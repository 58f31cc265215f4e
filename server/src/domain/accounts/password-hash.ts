import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/kernel/index.ts'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The number is Algorithm.Argon2id,
// which the package declares as a const enum that isolated modules cannot read.
const argon2id = 2
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const maxRunning = 2
const maxWaiting = 32
let running = 0
const waiting: (() => void)[] = []

/**
 * Hashing runs in the small pool of threads that file access uses too. Two at a time leave room for it,
 * and a queue that is already long is answered at once instead of in a minute.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting)
      throw new AppError('OVERLOADED', {}, { headers: { 'retry-after': '5' } })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

// Of a random password nobody kept, with the parameters above.
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$l5uwbGgReRGaxTgJIELhSA$+KjVPkPjjx4lw9NxqDka5yL73tRaZ9vY4/wlKbTmNeA'

/** Takes the same time for a person who does not exist or has no password: the work is done on a decoy. */
export async function passwordMatches(password: string, storedHash: string | null): Promise<boolean> {
  const matches = await inTurn(() => verify(storedHash ?? decoy, password))
  return matches && storedHash !== null
}
