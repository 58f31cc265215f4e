declare module 'iban-to-bic' {
  export function ibanToBic(iban: string): string | undefined
}
