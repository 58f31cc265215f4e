export const signIn = {
  pageTitle: 'Sign in',
  title: 'Sign in',
  lead: 'to your evaluation workspace',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  failed: 'You are not signed in',
  showPassword: 'Show or hide the password',
  organisation: 'Sign in with your organisation',
  or: 'or',
  emailMissing: 'Enter your e-mail address.',
  passwordMissing: 'Enter your password.',
  ended: 'Your session has ended. Sign in again to go on where you were.',
  overTitle: 'Your session has ended',
  overDetail: 'What you were doing is still here. Sign in again to go on with it.',
  passwordOf: 'Password of {{email}}',
  goOn: 'Sign in and go on',
  organisationNewTab: 'Sign in with your organisation, in a new tab',
  somebodyElse: 'Leave the page and sign in as somebody else',
  passwordSet: 'Your password is set. Sign in with it.',
  oidcFailed:
    'Your organisation’s sign-in did not open a session here. Try again, or ask your administrator whether you have an account.',
  addressRefused:
    'You are known here, but your account may not be used from this network. Use an allowed one, or ask an administrator to add it.',
  pitch: 'Know the companies you depend on.',
  pitchDetail:
    'Identity, documents and risk of each third party, kept up to date, with proof of every decision.',
}
