import { vatOfSiren } from '../../src/platform/kernel/index.ts'

/** The nth invented French company: a SIREN and SIRET whose digits add up, far from the bundled sample. */
export function sirenOf(nth: number): string {
  return withCheckDigit(String(10_000_000 + nth))
}

export function siretOf(nth: number): string {
  return withCheckDigit(`${sirenOf(nth)}0001`)
}

export const vatOf = (nth: number): string => vatOfSiren(sirenOf(nth))

function withCheckDigit(digits: string): string {
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits + ((10 - (sum % 10)) % 10)
}

/** CSV of companies no register knows, one a row, beginning with the nth. */
export function companiesCsv(rows: number, from = 0): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const nth = from + i
    return `${siretOf(nth)},SUP-${nth},Company number ${nth},FR`
  })
  return `siret,code,name,countryCode\n${lines.join('\n')}\n`
}
