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
  passwordSet: 'Your password is set. Sign in with it.',
  oidcFailed:
    'Your organisation’s sign-in did not open a session here. Try again, or ask your administrator whether you have an account.',
  pitch: 'Know the companies you depend on.',
  pitchDetail:
    'Identity, documents and risk of each third party, kept up to date, with proof of every decision.',
}
