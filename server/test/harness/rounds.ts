/** How often a random or repeated check is made: a few times with every change, all of them by the proofs. */
export function rounds(few: number, all: number): number {
  return process.env['VIGIE_ROUNDS'] === 'all' ? all : few
}
