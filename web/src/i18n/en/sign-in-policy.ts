export const signInPolicy = {
  title: 'Sign-in rules',
  lead: 'Of whom this account asks a second factor: a passkey or a code of an authenticator app, besides the password.',
  reserved: 'What is asked of people who sign in is set by administrators.',
  loadFailed: 'The sign-in rules cannot be read',
  demand: 'A second factor is asked of',
  choice: {
    NOBODY: { name: 'Nobody', detail: 'People may set one up for themselves; the account does not insist.' },
    ROLES: {
      name: 'People with certain roles',
      detail: 'Whoever holds at least one of the roles chosen below.',
    },
    EVERYBODY: { name: 'Everybody', detail: 'All people of the account, whatever their roles.' },
  },
  roles: 'Roles concerned',
  rolesNeeded: 'Choose at least one role.',
  effects: 'What happens to people without a second factor',
  effect: {
    shut: 'Within five seconds this account is shut to them, also where they are signed in already. Their other accounts are not affected.',
    enrol: 'They can still sign in, and are asked to set one up. As soon as they have, the account opens.',
    lost: 'Whoever has lost theirs uses a recovery code, or asks two administrators for a reset on the Users page.',
    clients: 'API clients are not concerned.',
  },
  self: 'If the rule concerns you too, you must have given your own second factor in this session: nobody can lock themselves out.',
  saved: 'The sign-in rules have been changed',
}
