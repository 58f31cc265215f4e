// A list: the files, and folders, whose statements go over accounts, and why each of them has to.

const byCaller = 'who asks is found by what they bring, before an account is known'
const byPerson = 'a person belongs to several accounts; one question for all of them'
const sweep = 'a job that asks all accounts at once'
const operator = 'an act of the operator, over the whole installation'

export const overAccounts: Readonly<Record<string, string>> = {
  'server/src/open-leaving.ts': sweep,
  'server/src/platform/backup/': operator,
  'server/src/platform/db/byte-rows.ts':
    'which accounts are suspended or leave is asked once for all of them',
  'server/src/domain/accounts/access.queries.ts': byCaller,
  'server/src/domain/accounts/client-credentials.ts': byCaller,
  'server/src/domain/accounts/identity-provider/admit-by-installation.ts': byPerson,
  'server/src/domain/accounts/identity-provider/identity-provider.queries.ts': byCaller,
  'server/src/domain/accounts/invitations/accept-invitation.ts': byCaller,
  'server/src/domain/evaluation/catalogue/install-catalogue.ts':
    'what ships is given to every account when a version starts',
  'server/src/domain/evaluation/files/encrypt-file.ts':
    'asks for sealed files by their object, whose name is unique in the installation; the account would join as well',
  'server/src/domain/invitations/settle-reports.ts':
    'a report of undelivered mail names an address, not an account',
  'server/src/domain/provisioning/provisioning-tokens.ts': byCaller,
  'server/src/portal/session.routes.ts': byCaller,
  'server/src/portal/sessions.ts': byCaller,
  'server/src/domain/accounts/erase-user.ts': byPerson,
  'server/src/domain/accounts/invitations/invitations.queries.ts': byPerson,
  'server/src/domain/accounts/notify-person.task.ts':
    'names a client by its id, which is unique in the installation',
  'server/src/domain/accounts/person-journal.ts': byPerson,
  'server/src/domain/accounts/second-factor/reset-factors.ts': byPerson,
  'server/src/domain/accounts/session-list/end-sessions.ts': byPerson,
  'server/src/domain/accounts/set-password.ts': byPerson,
  'server/src/domain/accounts/sessions.ts': sweep,
  'server/src/domain/accounts/warn-secrets.task.ts': sweep,
  'server/src/platform/administration/stream-entries.ts': sweep,
  'server/src/domain/accounts/operator.ts': operator,
  'server/src/domain/accounts/reseal-accounts.ts': operator,
  'server/src/domain/operator/': operator,
}
