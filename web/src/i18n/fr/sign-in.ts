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
  company: 'Continuer avec votre entreprise',
  elsewhere: 'Se connecter à un autre compte',
  companyNewTab: 'Se connecter par votre entreprise, dans un nouvel onglet',
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
  refused: {
    address:
      'Vous êtes connu ici, mais votre compte ne peut pas être utilisé depuis ce réseau. Passez par un réseau autorisé, ou demandez à un administrateur d’ajouter celui-ci.',
    'no-provider':
      'Ce compte n’a pas de connexion par une entreprise. Utilisez votre mot de passe, ou demandez à votre administrateur.',
    'address-unsafe':
      'L’adresse de la connexion de votre entreprise ne peut pas être appelée. Prévenez votre administrateur.',
    'issuer-unreachable':
      'La connexion de votre entreprise est injoignable pour le moment. Réessayez dans une minute.',
    'issuer-wrong':
      'La connexion de votre entreprise a répondu sous un autre nom. Prévenez votre administrateur.',
    'state-mismatch': 'La connexion a pris trop de temps ou a commencé dans une autre fenêtre. Réessayez.',
    'provider-refused':
      'Votre entreprise a refusé la connexion. Demandez si vous pouvez utiliser cette application.',
    'token-refused':
      'La connexion de votre entreprise n’a pas accepté cette application. Prévenez votre administrateur.',
    'id-token-refused':
      'La réponse de la connexion de votre entreprise n’est pas valide. Prévenez votre administrateur.',
    'userinfo-failed':
      'La connexion de votre entreprise en dit trop peu sur vous. Réessayez, ou prévenez votre administrateur.',
    'no-email':
      'La connexion de votre entreprise n’a pas envoyé d’adresse électronique. Prévenez votre administrateur.',
    'email-not-verified':
      'La connexion de votre entreprise ne confirme pas que votre adresse électronique est la vôtre. Prévenez votre administrateur.',
    'not-invited':
      'Personne ne vous a encore invité ici, et l’annuaire ne vous connaît pas. Adressez-vous à un administrateur.',
    'not-proved-anew':
      'Votre fournisseur d’identité ne vous a pas redemandé qui vous êtes. Déconnectez-vous et reconnectez-vous avant de recommencer.',
    'no-role': 'Votre entreprise ne vous donne aucun rôle ici. Demandez l’accès à votre administrateur.',
    'address-taken':
      'Une autre personne a déjà votre adresse électronique ici. Prévenez votre administrateur.',
    suspended: 'Votre accès est suspendu. Adressez-vous à votre administrateur.',
    other:
      'La connexion de votre entreprise n’a pas ouvert de session ici. Réessayez, ou demandez à votre administrateur.',
  },
  forgot: 'Mot de passe oublié ?',
  forgotTitle: 'Mot de passe oublié ?',
  forgotLead: 'Nous vous envoyons un lien pour en choisir un nouveau.',
  forgotSubmit: 'Recevoir un lien',
  forgotFailed: 'Le lien n’a pas pu être demandé',
  forgotSent: 'Consultez votre messagerie',
  forgotSentDetail:
    'Si {{email}} est connu ici, un lien est en route. Il sert une fois, pendant une heure. Rien reçu ? Regardez dans vos courriers indésirables, ou vérifiez l’adresse.',
  passkey: 'Utiliser une clé d’accès',
  secondTitle: 'Deuxième étape',
  secondLead: 'Le mot de passe est bon. Confirmez maintenant que c’est bien vous.',
  startAgain: 'Recommencer',
  lost: 'Appareil et codes de secours perdus ? Un administrateur de votre compte peut faire réinitialiser votre second facteur.',
  pitch: 'Connaissez les entreprises dont vous dépendez.',
  pitchDetail:
    'Identité, documents et risques de chaque tiers, tenus à jour, avec la preuve de chaque décision.',
}
