export const signInPolicy = {
  title: 'Sign-in rules',
  lead: 'Who must give a second factor to enter this account: a passkey, or a code from an authenticator app, besides the password.',
  reserved: 'Administrators decide what people must give to sign in.',
  loadFailed: 'The sign-in rules could not be loaded',
  demand: 'Who must give a second factor',
  choice: {
    NOBODY: { name: 'Nobody', detail: 'People may set one up, but do not have to.' },
    ROLES: {
      name: 'People with certain roles',
      detail: 'Everybody who has at least one of the roles chosen below.',
    },
    EVERYBODY: { name: 'Everybody', detail: 'All people of the account, whatever their roles.' },
  },
  roles: 'Which roles',
  rolesNeeded: 'Choose at least one role.',
  effects: 'What happens to people without a second factor',
  effect: {
    shut: 'Within five seconds this account is closed to them, even where they are already signed in. Their other accounts stay open.',
    enrol: 'They can still sign in, and are asked to set one up. The account opens as soon as they have.',
    lost: 'People who have lost theirs use a recovery code. Without one, two administrators can reset it on the Users page.',
    clients: 'API clients are not affected.',
  },
  self: 'If the rule applies to you too, set up your own second factor first and give it in this session. That way you cannot lock yourself out.',
  saved: 'The sign-in rules have been changed',
}
