import { seedAttributes } from './domain/attributes/index.ts'
import { seedCatalogue } from './domain/evaluation/index.ts'
import { seedRules } from './domain/rules/index.ts'
import { withAccount, type Tx } from './platform/db/index.ts'

interface NewAccount {
  readonly name: string
  readonly kind?: 'PRODUCTION' | 'SANDBOX'
}

/**
 * An account with what every account starts with: attributes, the shipped types and the shipped rules, all of which it
 * may change. It stands above the slices, each of which knows its own part. Needs a transaction of the directory: no
 * account can create another.
 */
export async function createAccount(tx: Tx, command: NewAccount): Promise<{ accountId: number }> {
  const { account_id: accountId } = await tx
    .insertInto('account')
    .values({ name: command.name, kind: command.kind ?? 'PRODUCTION', unique_codes: true })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  await withAccount(tx, accountId, async () => {
    await seedAttributes(tx, { accountId })
    await seedCatalogue(tx, { accountId })
    await seedRules(tx, { accountId })
  })
  return { accountId }
}
