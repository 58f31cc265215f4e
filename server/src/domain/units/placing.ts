/** Into a unit as well, there and nowhere else, or out of it. */
export const placings = ['ADD', 'MOVE', 'REMOVE'] as const
export type Placing = (typeof placings)[number]

interface Wanted {
  readonly unitId: number
  readonly how: Placing
  readonly isSeen: (unitId: number) => boolean
}

/** The units a company is in afterwards. Those that somebody does not see are not theirs to change. */
export function unitsAfter(unitIds: readonly number[], { unitId, how, isSeen }: Wanted): number[] {
  const kept = unitIds.filter((one) => one !== unitId && (how !== 'MOVE' || !isSeen(one)))
  return (how === 'REMOVE' ? kept : [...kept, unitId]).toSorted((a, b) => a - b)
}
