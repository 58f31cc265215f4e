/** What a code for a transfer asks to pay to, as the European Payments Council writes it; null for anything else. */
export interface PaymentCode {
  readonly iban: string
  readonly bic: string | null
  readonly holder: string
}

export function readPayment(text: string): PaymentCode | null {
  const lines = text.split(/\r?\n/)
  const [tag, version, , kind, bic = '', holder = '', iban = ''] = lines
  if (tag !== 'BCD' || !/^00[12]$/.test(version ?? '') || kind !== 'SCT') return null
  const account = iban.replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(account)) return null
  return { iban: account, bic: bic.trim() || null, holder: holder.trim() }
}
