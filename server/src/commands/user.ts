import { Command } from 'commander'
import { recordOperatorAct, type AdministrationName } from '../platform/administration/index.ts'
import type { Tx } from '../platform/db/index.ts'
import {
  acceptPassword,
  accountIdsOfPerson,
  accountsOfPerson,
  createResetLink,
  createUser,
  findPerson,
  invitePerson,
  operatorOf,
  replacePassword,
  requireAccount,
  resetByOperator,
  setPersonActive,
  userListing,
  viewUser,
} from '../domain/accounts/index.ts'
import { AppError, jobScope, maxPageSize, wholeAccount, type Role } from '../platform/kernel/index.ts'
import { firstPage, readListing } from '../platform/lists/index.ts'
import {
  asAccountId,
  asRoles,
  passwordFromStdin,
  show,
  showList,
  withContext,
  type CommandContext,
  type CommandDeps,
} from './accounts-io.ts'

interface PasswordOptions {
  passwordStdin?: boolean
  json?: boolean
}

interface CreateOptions extends PasswordOptions {
  account: number
  name: string
  roles: Role[]
}

export function userCommand(deps: CommandDeps): Command {
  const command = new Command('user').description('people who sign in')
  command
    .command('create <email>')
    .description(
      'invite a person: prints the link for somebody in no other account, mails it to anybody else',
    )
    .requiredOption('--account <id>', 'account number', asAccountId)
    .requiredOption('--name <name>', 'name shown in the journal')
    .requiredOption('--roles <roles>', 'comma-separated roles', asRoles)
    .option('--password-stdin', 'make a new person a member at once, with the password from standard input')
    .option('--json', 'answer in JSON')
    .action((email: string, options: CreateOptions) => create(deps, email, options))
  command
    .command('list')
    .description('list the people of an account')
    .requiredOption('--account <id>', 'account number', asAccountId)
    .option('--json', 'answer in JSON')
    .action((options: { account: number; json?: boolean }) =>
      withContext(deps, async ({ db }) => {
        const scope = jobScope(options.account, 'command')
        const { rows } = await db.read(scope, (tx) =>
          readListing(tx, userListing(scope), firstPage(maxPageSize)),
        )
        showList(rows.map(viewUser), options)
      }),
    )
  command
    .command('set-password <email>')
    .description(
      'for somebody in at most one account: print a link to choose a password, or set one from standard input',
    )
    .option('--password-stdin', 'read the password from standard input; ends all sessions')
    .option('--json', 'answer in JSON')
    .action((email: string, options: PasswordOptions) => setPassword(deps, email, options))
  command
    .command('reset-second-factor <email>')
    .description('remove the second factors of a person who has lost them; ends all their sessions')
    .option('--json', 'answer in JSON')
    .action((email: string, options: { json?: boolean }) =>
      withContext(deps, async ({ db, accounts }) => {
        const { userId } = await db.system(async (tx) => {
          const person = await findPerson(tx, email)
          await resetByOperator(tx, person.userId)
          return person
        })
        accounts.log('SECOND_FACTOR_RESET', { by: 'command', userId })
        show({ userId, secondFactorReset: true }, options)
      }),
    )
  addActivation(command, deps, {
    name: 'deactivate',
    active: false,
    text: 'block a person everywhere, at once',
  })
  addActivation(command, deps, { name: 'activate', active: true, text: 'unblock a deactivated person' })
  return command
}

function create(deps: CommandDeps, email: string, options: CreateOptions): Promise<void> {
  return withContext(deps, async (context) => {
    await context.db.system((tx) => requireAccount(tx, options.account))
    if (options.passwordStdin) return createWithPassword(context, email, options)
    const { account, name, roles } = options
    // Somebody another account knows gets the mail only: not even the operator enters in their name.
    const linkBy = (await belongsElsewhere(context, email, account)) ? 'MAIL' : 'OPERATOR'
    const scope = operatorOf(account)
    const { publicUrl } = context.accounts
    const { invitationId, link } = await context.db.write(wholeAccount(account), (tx) =>
      invitePerson(tx, scope, { email, name, roles }, { publicUrl, linkBy }),
    )
    await context.db.system(async (tx) =>
      recordOperatorAct(tx, 'user create', {
        name: 'PERSON_INVITED',
        after: { account, invitationId, linkBy },
        accountIds: [],
      }),
    )
    show({ invitationId, mailed: link === null, invitationLink: link }, options)
  })
}

async function createWithPassword(
  { db }: CommandContext,
  email: string,
  options: CreateOptions,
): Promise<void> {
  const { account: accountId, name, roles } = options
  const passwordHash = await acceptPassword(await passwordFromStdin(), { email, words: [name] })
  const { userId } = await db.system(async (tx) => {
    const created = await createUser(tx, { accountId, email, name, roles, passwordHash })
    const subject = { type: 'USER', id: created.userId } as const
    // The account is told by the act itself.
    recordOperatorAct(tx, 'user create', {
      name: 'MEMBER_ADDED',
      subject,
      after: { accountId },
      accountIds: [],
    })
    return created
  })
  show({ userId, passwordSet: true }, options)
}

function belongsElsewhere({ db }: CommandContext, email: string, account: number): Promise<boolean> {
  return db.system(async (tx) => {
    const person = await findPerson(tx, email).catch(() => null)
    const accounts = person ? await accountsOfPerson(tx, person.userId) : []
    return accounts.some(({ accountId }) => accountId !== account)
  })
}

function setPassword(deps: CommandDeps, email: string, options: PasswordOptions): Promise<void> {
  return withContext(deps, async ({ db, accounts }) => {
    const passwordHash = options.passwordStdin
      ? await acceptPassword(await passwordFromStdin(), { email })
      : null
    const { userId, link } = await db.system(async (tx) => {
      const person = await findPerson(tx, email)
      await requireOneAccount(tx, person.userId)
      const name = passwordHash === null ? 'PASSWORD_RESET_REQUESTED' : 'PASSWORD_RESET'
      await recordUserAct(tx, name, person.userId)
      if (passwordHash === null) {
        const created = await createResetLink(tx, accounts.publicUrl, { ...person, provesAddress: false })
        return { ...person, link: created.address + created.secret }
      }
      await replacePassword(tx, person.userId, { passwordHash, provesAddress: false })
      return { ...person, link: null }
    })
    show(link === null ? { userId, passwordSet: true } : { userId, setPasswordLink: link }, options)
  })
}

/** Told to every account of the person, and in the operator's own journal. */
async function recordUserAct(tx: Tx, name: AdministrationName, userId: number): Promise<void> {
  const accountIds = await accountIdsOfPerson(tx, userId)
  recordOperatorAct(tx, 'user', { name, subject: { type: 'USER', id: userId }, accountIds })
}

/** What the operator does for one account must not open another: its people choose by mail. */
async function requireOneAccount(tx: Tx, userId: number): Promise<void> {
  if ((await accountsOfPerson(tx, userId)).length > 1) throw new AppError('PERSON_IN_SEVERAL_ACCOUNTS')
}

function addActivation(
  command: Command,
  deps: CommandDeps,
  { name, active, text }: { name: string; active: boolean; text: string },
): void {
  command
    .command(`${name} <email>`)
    .description(text)
    .option('--json', 'answer in JSON')
    .action((email: string, options: { json?: boolean }) =>
      withContext(deps, async ({ db }) => {
        const { userId } = await db.system(async (tx) => {
          const person = await findPerson(tx, email)
          await setPersonActive(tx, person.userId, active)
          const what = active ? 'PERSON_ACTIVATED' : 'PERSON_DEACTIVATED'
          await recordUserAct(tx, what, person.userId)
          return person
        })
        show({ userId, active }, options)
      }),
    )
}
