import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { createAccount, createClient, acceptPassword, createUser } from './domain/accounts/index.ts'
import { bundledProviders, references, sampleIdentifiers } from './domain/references/index.ts'
import { addThirdParty, parseLegalIdentifier } from './domain/thirdparties/index.ts'
import type { Db, Tx } from './platform/db/index.ts'
import { jobScope, type Scope } from './platform/kernel/index.ts'
import { queueMail, renderMail } from './platform/mail/index.ts'

export interface DemoCredentials {
  baseUrl: string
  accountId: number
  clientId: string
  clientSecret: string
  admin: { email: string; password: string }
}

interface Deps {
  db: Db
  dataDir: string
  baseUrl: string
  onProgress: (step: string) => void
}

const adminEmail = 'admin@demo.example'
// Any number; it only keeps two first starts on one database from seeding twice.
const seedLock = 5_901_773

/**
 * Makes the demonstration account when the database has no account at all, once. Returns its credentials, or
 * null when they are not in this data folder (another process made the account, or it was taken down).
 */
export async function seedDemo(deps: Deps): Promise<DemoCredentials | null> {
  const file = path.join(deps.dataDir, 'demo-credentials.json')
  const fresh = await deps.db.system(async (tx) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx)
    const any = await tx.selectFrom('account').select('account_id').limit(1).executeTakeFirst()
    if (any) return null
    deps.onProgress('Creating the demonstration account')
    const credentials = await createDemoAccount(tx, deps.baseUrl)
    // In the same transaction: a start that is killed in the middle leaves no account without its portfolio.
    await sql`select set_config('app.account', ${String(credentials.accountId)}, true)`.execute(tx)
    await fillPortfolio(tx, jobScope(credentials.accountId, 'demo'), deps.baseUrl)
    // Written before the commit: an account whose password nobody knows would be worse than a stale file.
    await writeCredentials(file, credentials)
    return credentials
  })
  return fresh ?? refreshCredentials(file, deps.baseUrl)
}

async function createDemoAccount(tx: Tx, baseUrl: string): Promise<DemoCredentials> {
  const password = randomBytes(12).toString('base64url')
  const { accountId } = await createAccount(tx, { name: 'Demonstration', kind: 'SANDBOX' })
  await createUser(tx, {
    accountId,
    email: adminEmail,
    name: 'Alix Demo',
    roles: ['ADMIN'],
    passwordHash: await acceptPassword(password, adminEmail),
  })
  const client = await createClient(tx, { accountId, name: 'Demonstration client', scopes: ['ADMIN'] })
  return {
    baseUrl,
    accountId,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    admin: { email: adminEmail, password },
  }
}

/**
 * Companies of the bundled registers, added the way any other is: events, totals and all. Only those registers
 * know them, so they are asked even where the installation itself asks others.
 */
async function fillPortfolio(tx: Tx, scope: Scope, baseUrl: string): Promise<void> {
  const registers = references(bundledProviders())
  let number = 0
  for (const given of await sampleIdentifiers()) {
    const identifier = parseLegalIdentifier(given)
    const lookup = await registers.find(identifier)
    number += 1
    const code = `SUP-${String(number).padStart(4, '0')}`
    await addThirdParty(tx, scope, { identifier, lookup, code, unmanaged: null })
  }
  const words = renderMail({
    language: 'en',
    title: 'Welcome to Vigie',
    paragraphs: [
      'This is the mailbox of the demonstration. Mails that Vigie would send to your suppliers and colleagues stay here.',
      'Configure SMTP_URL and MAIL_FROM to have them delivered.',
    ],
    action: { label: 'Open the portfolio', url: `${baseUrl}/app/` },
    footer: 'Vigie, demonstration account',
  })
  const mail = { dedupeKey: 'welcome', template: 'welcome', recipient: adminEmail, language: 'en' as const }
  await queueMail(tx, scope, { ...mail, subject: 'Welcome to Vigie', ...words })
}

/** The address may differ from the last start's; the rest stays. */
async function refreshCredentials(file: string, baseUrl: string): Promise<DemoCredentials | null> {
  try {
    const credentials = JSON.parse(await readFile(file, 'utf8')) as DemoCredentials
    if (credentials.baseUrl !== baseUrl) await writeCredentials(file, { ...credentials, baseUrl })
    return { ...credentials, baseUrl }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function writeCredentials(file: string, credentials: DemoCredentials): Promise<void> {
  const draft = `${file}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(credentials, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}
