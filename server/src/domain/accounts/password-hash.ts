import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/kernel/index.ts'
import { FairQueue, type Turn } from './fair-queue.ts'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The number is Algorithm.Argon2id,
// which the package declares as a const enum that isolated modules cannot read.
const argon2id = 2
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing runs in the small pool of threads that file access uses too: two at a time leave room for it. A hash takes
 * some 30 ms, so whoever waits in a full queue of 256 waits for about five seconds.
 */
const queue = new FairQueue({
  running: 2,
  waiting: 256,
  waitingPerLane: 16,
  crowd: 64,
  refusal: () => new AppError('OVERLOADED', {}, { headers: { 'retry-after': '5' } }),
})

/** People who are in already, or hold a link, and change their password: nobody who signs in stands in their way. */
const ownPassword: Turn = { lane: 'own password', rank: 1 }

let hashCount = 0

/** How many hashes this process has made: what a refused attempt must not raise. */
export function passwordHashesMade(): number {
  return hashCount
}

function runQueued<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  return queue.run(turn, () => {
    hashCount += 1
    return work()
  })
}

export function hashPassword(password: string): Promise<string> {
  return runQueued(ownPassword, () => hash(password, parameters))
}

// Of a random password nobody kept, with the parameters above.
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$l5uwbGgReRGaxTgJIELhSA$+KjVPkPjjx4lw9NxqDka5yL73tRaZ9vY4/wlKbTmNeA'

/** Takes the same time for a person who does not exist or has no password: the work is done on a decoy. */
export async function passwordMatches(
  password: string,
  storedHash: string | null,
  turn: Turn = ownPassword,
): Promise<boolean> {
  const matches = await runQueued(turn, () => verify(storedHash ?? decoy, password))
  return matches && storedHash !== null
}
