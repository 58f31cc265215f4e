import { createHash } from 'node:crypto'

/** A number from 0 to 1 that looks drawn and is the same every time. */
export function dice(...seed: readonly (string | number)[]): number {
  return createHash('sha256').update(seed.join(' ')).digest().readUInt32BE(0) / 2 ** 32
}

export function pick<T>(from: readonly [T, ...T[]], ...seed: readonly (string | number)[]): T {
  return from[Math.floor(dice(...seed) * from.length)] ?? from[0]
}
