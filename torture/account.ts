/** The attribute that writers set. */
export const attributeLabel = 'Torture'

export interface Account {
  readonly accountId: number
  token: string
  /** Another token than the given one; those who ask at once share it. */
  renew(old: string): Promise<void>
}

export function createRenewable(accountId: number, fetchNew: () => Promise<string>): Account {
  let renewal: Promise<void> | null = null
  const account: Account = {
    accountId,
    token: '',
    renew: (old) => {
      if (account.token !== old) return Promise.resolve()
      renewal ??= fetchNew()
        .then((token) => void (account.token = token))
        .finally(() => (renewal = null))
      return renewal
    },
  }
  return account
}
