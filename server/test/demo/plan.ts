/** Numbers are places in the portfolio, from 1. */
type Numbers = readonly number[]

export const firstDay = 50
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
  [48, 'SCREENING', [30]],
  [23, 'DUTY_OF_VIGILANCE', [62, 82, 101]],
  [4, 'SCREENING', [72, 100]],
]

/** Who sent all that is asked of them, so many days ago; decided two days later. */
export const complete: readonly (readonly [daysAgo: number, numbers: Numbers])[] = [
  [47, [14, 16, 20]],
  [42, [1, 33]],
  [38, [7, 25, 41]],
  [34, [12]],
  [30, [24]],
  [22, [48]],
  [18, [3, 9, 36, 56]],
  [13, [8, 29, 51, 64, 78, 91]],
  [8, [19, 21, 55, 60, 61, 83, 88, 101]],
  [4, [11, 39]],
]

/** Who sent what was still lacking, so many days ago; decided two days later. */
export const theRest: readonly (readonly [daysAgo: number, numbers: Numbers])[] = [
  [22, [23, 42, 98]],
  [18, [22, 50, 69]],
  [16, [49]],
  [13, [37, 43, 68]],
  [10, [4]],
  [8, [10, 18]],
  [4, [75]],
]

/**
 * Who sent theirs through the portal: the earlier ones came on paper, and a colleague filed them. So did those of
 * companies of which several dossiers ask the same.
 */
export const usesPortal = (number: number, daysAgo: number): boolean => daysAgo <= 22 && number !== 3

/** How old papers were when they came, in days: the older they were, the sooner they ended, or will end. */
export const ageOfPapers = (number: number, daysAgo: number): number =>
  olderPapers[number] ?? (daysAgo >= 38 ? 42 : daysAgo >= 30 ? 28 : 3)

const olderPapers: Readonly<Record<number, number>> = { 14: 49, 16: 83, 20: 51 }

/** How good the answers to questionnaires are, from 0 to 1, where they are not good. */
export const quality: Readonly<Record<number, number>> = { 3: 0.3, 24: 0.1 }

/** Who sent a part of what is asked: these codes, so many days ago. */
export const partly: readonly (readonly [daysAgo: number, numbers: Numbers, codes: readonly string[]])[] = [
  [28, [23, 42, 50, 68, 69, 98], ['REG_PROOF', 'FOREIGN_REG']],
  [23, [18, 22, 37, 43], ['REG_PROOF']],
  [16, [76, 32], ['CODE_CONDUCT']],
  [16, [6], ['REG_PROOF', 'BANK_DETAILS', 'SOC_VIGILANCE', 'INS_LIABILITY']],
]

/** Who renewed the proof of registration, so many days ago. */
export const renewed: readonly (readonly [daysAgo: number, numbers: Numbers])[] = [
  [10, [1]],
  [6, [7, 33]],
]

/** What waits for a decision: these codes, or all that is asked. */
export const awaitingReview: readonly (readonly [
  daysAgo: number,
  numbers: Numbers,
  codes: readonly string[] | null,
])[] = [
  [4, [35], null],
  [3, [25, 41], ['REG_PROOF', 'FOREIGN_REG']],
  [2, [13, 81], ['REG_PROOF', 'FOREIGN_REG', 'CODE_CONDUCT', 'BANK_DETAILS', 'CYBER_QUEST', 'SEC_POLICY']],
  [1, [62, 82], ['FOREIGN_REG', 'REG_PROOF', 'CSR_QUEST', 'HR_QUEST', 'INS_LIABILITY', 'SOC_VIGILANCE']],
  [0.4, [38], ['REG_PROOF', 'FOREIGN_REG', 'BANK_DETAILS', 'CYBER_QUEST', 'INTEGRITY_QUEST']],
]

/** Whose contact became known, so many days ago: they are written to if their company owes anything. */
export const introduced: readonly (readonly [daysAgo: number, numbers: Numbers])[] = [
  [21, [6]],
  [17, [3, 87]],
  [12, [101]],
  [11, [1, 21]],
  [7, [7, 34]],
  [5, [11, 39]],
  [4, [45]],
  [2, [73]],
]

/** Known to the registers and left for whoever tries the demonstration to add. */
const leftToAdd: Numbers = [44, 47, 53, 58, 74, 86, 89, 95]

function reservedNumbers(): Set<number> {
  const sent = [...complete, ...partly, ...renewed, ...awaitingReview].flatMap(([, numbers]) => numbers)
  const introducedNumbers = introduced.flatMap(([, numbers]) => numbers)
  return new Set([...sent, ...introducedNumbers, ...leftToAdd, 4, 5, 10, 26, 30, 49, 71, 72, 75, 100])
}

/** Who joined the portfolio later, so many days ago. */
export const arrivals: readonly (readonly [daysAgo: number, numbers: Numbers])[] = [
  [24, [62, 82, 87, 101]],
  [20, [9, 29, 56, 64, 78, 88, 96]],
  [18, [34, 61, 83, 91]],
  [14, [19, 46, 60, 92]],
  [12, [13, 35, 45, 71, 81]],
  [5, [38, 72, 73, 100]],
]

/** Whether the portfolio has this company from its first day. */
export const isThereFirst = (number: number): boolean =>
  reservedNumbers().has(number) &&
  ![...leftToAdd, ...arrivals.flatMap(([, numbers]) => numbers)].includes(number)
