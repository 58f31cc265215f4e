/** Numbers are places in the portfolio, from 1. */
type Numbers = readonly number[]

export const firstDay = 76
export const everybody: Numbers = Array.from({ length: 102 }, (_, nth) => nth + 1)

/** High and medium; the others are low. */
export const critical: Numbers = [1, 2, 39, 68]
export const ratherCritical: Numbers = [
  3, 5, 6, 7, 9, 10, 21, 22, 24, 26, 38, 46, 54, 62, 75, 81, 82, 87, 97, 101,
]

/** A year's purchases in euros where they are worth naming; the others buy little. */
export const purchases: Readonly<Record<number, number>> = {
  1: 480_000,
  2: 92_000,
  3: 4_150,
  4: 8_200,
  5: 12_400,
  6: 310_000,
  7: 265_000,
  9: 3_700,
  10: 55_600,
  11: 92_500,
  21: 38_000,
  24: 185_000,
  26: 4_800,
  39: 63_000,
  49: 21_000,
  62: 128_000,
  68: 340_000,
  82: 150_000,
  101: 112_000,
}

/** Dossiers somebody opened by hand, beyond what the rules ask. */
export const openedByHand: readonly (readonly [daysAgo: number, typeCode: string, numbers: Numbers])[] = [
  [74, 'SCREENING', [30]],
  [32, 'DUTY_OF_VIGILANCE', [62, 82, 101]],
  [4, 'SCREENING', [72, 100]],
]

/** Who sent all that is asked of them, so many days ago; decided two days later. */
export const complete: readonly (readonly [daysAgo: number, numbers: Numbers])[] = [
  [72, [14, 15, 16, 17, 20, 29]],
  [65, [1, 21, 33, 70, 88]],
  [58, [7, 25, 41]],
  [51, [12, 26, 43]],
  [44, [24, 46, 77]],
  [37, [9, 68, 92]],
  [30, [2, 6, 48, 98]],
  [23, [3, 36, 40, 78]],
  [16, [8, 51, 54, 93, 97]],
  [9, [11, 39, 55, 56]],
]

/**
 * Who sent theirs through the portal: the earlier ones came on paper, and a colleague filed them. So did those of
 * companies of which several dossiers ask the same.
 */
export const usesPortal = (number: number, daysAgo: number): boolean =>
  (daysAgo <= 30 && ![2, 3, 6, 11, 39].includes(number)) || [68, 92].includes(number)

/** How old papers were when they came, in days: the older they were, the sooner they ended, or will end. */
export const ageOfPapers = (number: number, daysAgo: number): number =>
  olderPapers[number] ?? (daysAgo >= 58 ? 20 : daysAgo >= 51 ? 14 : 3)

const olderPapers: Readonly<Record<number, number>> = { 14: 24, 15: 25, 16: 58, 17: 60, 20: 26, 29: 24 }

/** How good the answers to questionnaires are, from 0 to 1, where they are not good. */
export const quality: Readonly<Record<number, number>> = { 3: 0.3, 24: 0.1, 39: 0.25, 68: 0.8 }

/** Who sent a part of what is asked: these codes, so many days ago. */
export const partly: readonly (readonly [daysAgo: number, numbers: Numbers, codes: readonly string[]])[] = [
  [33, [23, 42, 50, 59, 69], ['REG_PROOF', 'FOREIGN_REG']],
  [26, [18, 19, 22, 28, 37], ['REG_PROOF']],
  [20, [76, 80, 32], ['BANK_DETAILS', 'CODE_CONDUCT']],
]

/** Who renewed the proof of registration, so many days ago. */
export const renewed: readonly (readonly [daysAgo: number, numbers: Numbers])[] = [
  [10, [1, 21]],
  [6, [7, 33]],
]

/** What waits for a decision: these codes, or all that is asked. */
export const awaitingReview: readonly (readonly [
  daysAgo: number,
  numbers: Numbers,
  codes: readonly string[] | null,
])[] = [
  [4, [35, 71], null],
  [3, [25, 41], ['REG_PROOF', 'FOREIGN_REG']],
  [2, [13, 81], ['REG_PROOF', 'FOREIGN_REG', 'CODE_CONDUCT', 'BANK_DETAILS', 'CYBER_QUEST', 'SEC_POLICY']],
  [1, [62, 82], ['FOREIGN_REG', 'REG_PROOF', 'CSR_QUEST', 'HR_QUEST', 'INS_LIABILITY', 'SOC_VIGILANCE']],
  [0.4, [38, 100], ['REG_PROOF', 'FOREIGN_REG', 'BANK_DETAILS', 'CYBER_QUEST', 'INTEGRITY_QUEST']],
]

/** Whose contact became known, so many days ago: they are written to if their company owes anything. */
export const introduced: readonly (readonly [daysAgo: number, numbers: Numbers])[] = [
  [27, [6]],
  [20, [3, 87]],
  [13, [61, 101]],
  [11, [1, 21]],
  [7, [7, 34, 91]],
  [5, [11, 39]],
  [4, [45, 83]],
  [2, [73]],
]

/** Known to the registers and left for whoever tries the demonstration to add. */
const leftToAdd: Numbers = [44, 47, 53, 58, 74, 86, 89, 95]

/** Of whom nothing has come yet, nor been turned down. */
const silent: Numbers = everybody.filter((number) => !named().has(number))

function named(): Set<number> {
  const sent = [...complete, ...partly, ...renewed, ...awaitingReview].flatMap(([, numbers]) => numbers)
  const met = introduced.flatMap(([, numbers]) => numbers)
  return new Set([...sent, ...met, ...leftToAdd, 4, 5, 10, 30, 32, 49, 72, 75])
}

/** Who joined the portfolio later, so many days ago. */
export const arrivals: readonly (readonly [daysAgo: number, numbers: Numbers])[] = [
  [33, [62, 82, 87, 101]],
  [24, silent.filter((_, nth) => nth % 2 === 0)],
  [21, [34, 61, 83, 91]],
  [17, silent.filter((_, nth) => nth % 2 === 1)],
  [12, [13, 35, 45, 71, 81]],
  [5, [38, 72, 73, 100]],
]

/** Whether the portfolio has this company from its first day. */
export const isThereFirst = (number: number): boolean =>
  ![...leftToAdd, ...arrivals.flatMap(([, numbers]) => numbers)].includes(number)
