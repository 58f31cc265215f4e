export const proof = {
  title: 'Confirm that it is you',
  detail: 'This action is protected. Confirm who you are to continue.',
  confirm: 'Confirm',
  cancelled: 'You did not confirm that it is you, so it was not done.',
  failed: 'This was not accepted',
  loadFailed: 'The confirmation could not be loaded',
  organisation: 'Sign in again with your organisation, in a new tab',
  organisationHelp: 'When you have signed in there, come back to this page: it continues automatically.',
  usePasskey: 'Use a passkey',
  codeHelp: 'The six digits your authenticator app shows now.',
  recoveryHelp: 'One of the codes you saved when you set up your second factor. Each one works once.',
  label: {
    totp: 'Code from your app',
    password: 'Your password',
    recoveryCode: 'Recovery code',
  },
  missing: {
    totp: 'Enter the six digits.',
    password: 'Enter your password.',
    recoveryCode: 'Enter the whole recovery code.',
  },
  instead: {
    totp: 'Use a code from your app instead',
    password: 'Use your password instead',
    recoveryCode: 'Use a recovery code instead',
  },
}
