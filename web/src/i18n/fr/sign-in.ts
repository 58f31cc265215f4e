import type { Texts } from '../en/index.ts'

export const signIn: Texts['signIn'] = {
  pageTitle: 'Connexion',
  title: 'Connexion',
  lead: 'à votre espace d’évaluation',
  email: 'Adresse électronique',
  password: 'Mot de passe',
  submit: 'Se connecter',
  failed: 'Connexion refusée',
  showPassword: 'Afficher ou masquer le mot de passe',
  organisation: 'Se connecter avec votre organisation',
  or: 'ou',
  emailMissing: 'Saisissez votre adresse électronique.',
  passwordMissing: 'Saisissez votre mot de passe.',
  ended: 'Votre session est terminée. Reconnectez-vous pour reprendre où vous en étiez.',
  overTitle: 'Votre session est terminée',
  overDetail: 'Ce que vous faisiez est toujours là. Reconnectez-vous pour continuer.',
  passwordOf: 'Mot de passe de {{email}}',
  goOn: 'Se connecter et continuer',
  organisationNewTab: 'Se connecter avec votre organisation, dans un nouvel onglet',
  somebodyElse: 'Quitter et changer d’utilisateur',
  passwordSet: 'Votre mot de passe est enregistré. Utilisez-le pour vous connecter.',
  accepted:
    'Vous avez accepté l’invitation et votre mot de passe est enregistré. Connectez-vous pour commencer.',
  oidcFailed:
    'La connexion de votre organisation n’a pas ouvert de session ici. Réessayez, ou demandez à votre administrateur si vous avez un compte.',
  forgot: 'Mot de passe oublié ?',
  forgotTitle: 'Mot de passe oublié ?',
  forgotLead: 'Nous vous envoyons un lien pour en choisir un nouveau.',
  forgotSubmit: 'Recevoir un lien',
  forgotFailed: 'Le lien n’a pas pu être demandé',
  forgotSent: 'Consultez votre messagerie',
  forgotSentDetail:
    'Si {{email}} est connu ici, un lien est en route. Il sert une fois, pendant une heure. Rien reçu ? Regardez dans vos courriers indésirables, ou vérifiez l’adresse.',
  addressRefused:
    'Vous êtes connu ici, mais votre compte ne peut pas être utilisé depuis ce réseau. Passez par un réseau autorisé, ou demandez à un administrateur d’ajouter celui-ci.',
  passkey: 'Utiliser une clé d’accès',
  secondTitle: 'Deuxième étape',
  secondLead: 'Le mot de passe est bon. Confirmez maintenant que c’est bien vous.',
  startAgain: 'Recommencer',
  lost: 'Appareil et codes de secours perdus ? Un administrateur de votre compte peut faire réinitialiser votre second facteur.',
  pitch: 'Connaissez les entreprises dont vous dépendez.',
  pitchDetail:
    'Identité, documents et risques de chaque tiers, tenus à jour, avec la preuve de chaque décision.',
}
