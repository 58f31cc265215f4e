/** The account that a path of our pages is in. */
export function accountOfPath(path: string | undefined): number | undefined {
  const number = /^(?:\/app)?\/account\/(\d{1,15})(?:[/?#]|$)/.exec(path ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}

/** Away to the identity provider, and back to a page of ours; that of an account, or of the installation. */
export function providerStart(account: number | undefined, path: string): string {
  const query = new URLSearchParams({ returnTo: `/app${path}` })
  if (account !== undefined) query.set('account', String(account))
  return `/auth/oidc/start?${query.toString()}`
}
