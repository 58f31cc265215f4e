import type { Texts } from '../en/index.ts'

export const proof: Texts['proof'] = {
  title: 'Confirmez que c’est bien vous',
  detail: 'Cette opération est protégée. Confirmez votre identité pour continuer.',
  confirm: 'Confirmer',
  cancelled: 'Vous n’avez pas confirmé votre identité : rien n’a été fait.',
  failed: 'La preuve n’a pas été acceptée',
  loadFailed: 'La confirmation n’a pas pu être chargée',
  organisation: 'Se reconnecter avec votre organisation, dans un nouvel onglet',
  organisationHelp: 'Une fois connecté, revenez à cette page : elle continue automatiquement.',
  usePasskey: 'Utiliser une clé d’accès',
  codeHelp: 'Les six chiffres que votre application affiche en ce moment.',
  recoveryHelp:
    'L’un des codes conservés lors de la configuration de votre second facteur. Chacun sert une seule fois.',
  label: {
    totp: 'Code de votre application',
    password: 'Votre mot de passe',
    recoveryCode: 'Code de secours',
  },
  missing: {
    totp: 'Saisissez les six chiffres.',
    password: 'Saisissez votre mot de passe.',
    recoveryCode: 'Saisissez le code de secours en entier.',
  },
  instead: {
    totp: 'Plutôt un code de l’application',
    password: 'Plutôt le mot de passe',
    recoveryCode: 'Plutôt un code de secours',
  },
}
