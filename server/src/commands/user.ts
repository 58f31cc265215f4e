import { Command } from 'commander'
import { recordOperatorAct, type AdministrationName } from '../platform/administration/index.ts'
import type { Tx } from '../platform/db/index.ts'
import {
  acceptPassword,
  accountsOfPerson,
  createUser,
  findPerson,
  listUsers,
  passwordLink,
  replacePassword,
  requireAccount,
  setPersonActive,
} from '../domain/accounts/index.ts'
import { jobScope, maxPageSize, type Role } from '../platform/kernel/index.ts'
import {
  asAccountId,
  asRoles,
  passwordFromStdin,
  show,
  showList,
  withContext,
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
    .description('add a person to an account; prints a link to choose a password unless one is piped in')
    .requiredOption('--account <id>', 'account number', asAccountId)
    .requiredOption('--name <name>', 'name shown in the journal')
    .requiredOption('--roles <roles>', 'comma-separated roles', asRoles)
    .option('--password-stdin', 'read the password from standard input')
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
        const request = { page: 0, size: maxPageSize, cursor: null }
        const page = await db.read(scope, (tx) => listUsers(tx, scope, request))
        showList(page.content, options)
      }),
    )
  command
    .command('set-password <email>')
    .description('set a password piped in, or print a link to choose one; a new password ends all sessions')
    .option('--password-stdin', 'read the password from standard input')
    .option('--json', 'answer in JSON')
    .action((email: string, options: PasswordOptions) => setPassword(deps, email, options))
  addActivation(command, deps, {
    name: 'deactivate',
    active: false,
    text: 'shut a person out everywhere, at once',
  })
  addActivation(command, deps, { name: 'activate', active: true, text: 'let a deactivated person in again' })
  return command
}

function create(deps: CommandDeps, email: string, options: CreateOptions): Promise<void> {
  return withContext(deps, async ({ db, accounts }) => {
    const { account: accountId, name, roles } = options
    const passwordHash = options.passwordStdin ? await acceptPassword(await passwordFromStdin(), email) : null
    const made = await db.system(async (tx) => {
      await requireAccount(tx, accountId)
      const person = await createUser(tx, { accountId, email, name, roles, passwordHash })
      const subject = { type: 'USER', id: person.userId } as const
      const command = { name: 'MEMBER_CHANGED', subject, after: { roles }, accountIds: [accountId] } as const
      recordOperatorAct(tx, 'user create', command)
      return person
    })
    accounts.log('USER_ADDED', { accountId, by: 'command', userId: made.userId })
    const wantsLink = made.created && passwordHash === null
    const link = wantsLink ? passwordLink(accounts.publicUrl, await accounts.links.issue(made)) : null
    show({ userId: made.userId, created: made.created, setPasswordLink: link }, options)
  })
}

function setPassword(deps: CommandDeps, email: string, options: PasswordOptions): Promise<void> {
  return withContext(deps, async ({ db, accounts }) => {
    const person = await db.system((tx) => findPerson(tx, email))
    if (!options.passwordStdin) {
      await db.system((tx) => recordUserAct(tx, 'INVITATION_LINK_PRINTED', person.userId))
      const link = passwordLink(accounts.publicUrl, await accounts.links.issue(person))
      return show({ userId: person.userId, setPasswordLink: link }, options)
    }
    const passwordHash = await acceptPassword(await passwordFromStdin(), email)
    await db.system(async (tx) => {
      await replacePassword(tx, person.userId, passwordHash)
      await recordUserAct(tx, 'PASSWORD_RESET', person.userId)
    })
    accounts.log('PASSWORD_SET', { by: 'command', userId: person.userId })
    show({ userId: person.userId, passwordSet: true }, options)
  })
}

/** Told to every account of the person. */
async function recordUserAct(tx: Tx, name: AdministrationName, userId: number): Promise<void> {
  const accountIds = await accountsOfPerson(tx, userId)
  recordOperatorAct(tx, 'user', { name, subject: { type: 'USER', id: userId }, accountIds })
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
      withContext(deps, async ({ db, accounts }) => {
        const { userId } = await db.system(async (tx) => {
          const person = await findPerson(tx, email)
          await setPersonActive(tx, person.userId, active)
          await recordUserAct(tx, active ? 'PERSON_ACTIVATED' : 'PERSON_DEACTIVATED', person.userId)
          return person
        })
        accounts.log('USER_CHANGED', { by: 'command', userId })
        show({ userId, active }, options)
      }),
    )
}
