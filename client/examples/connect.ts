import { createVigie, type VigieAccount } from '@vigie/client'

/** A setting of the environment, without which an example cannot run. */
export function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`Set ${name}.`)
  return value
}

export const vigie = createVigie({
  baseUrl: setting('VIGIE_URL'),
  clientId: setting('VIGIE_CLIENT_ID'),
  clientSecret: setting('VIGIE_CLIENT_SECRET'),
})

export const account: VigieAccount = vigie.account(Number(setting('VIGIE_ACCOUNT')))

/** What an example is told on the command line. */
export function argument(nth: number, what: string): string {
  const value = process.argv[nth + 2]
  if (value === undefined) throw new Error(`Give ${what}.`)
  return value
}
