import type { DemoCompany } from '../companies.ts'

/** An account number of the right form whose keys are right: of nobody, at a bank code no bank has. */
export function iban({ number }: Pick<DemoCompany, 'number'>): string {
  const bank = '99999'
  const branch = '00001'
  const account = String(number).padStart(11, '0')
  const national = 97n - ((89n * BigInt(bank) + 15n * BigInt(branch) + 3n * BigInt(account)) % 97n)
  const basic = `${bank}${branch}${account}${String(national).padStart(2, '0')}`
  // F, R as numbers, and the place of the key.
  const key = 98n - (BigInt(`${basic}152700`) % 97n)
  return `FR${String(key).padStart(2, '0')}${basic}`
}
