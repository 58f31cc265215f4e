import type { Texts } from '../en/index.ts'

export const setPassword: Texts['setPassword'] = {
  pageTitle: 'Choix du mot de passe',
  title: 'Votre mot de passe',
  lead: 'Il servira désormais à vous connecter.',
  password: 'Nouveau mot de passe',
  repeat: 'Répétez le mot de passe',
  submit: 'Enregistrer le mot de passe',
  ruleLength: 'Au moins {{min}} caractères',
  ruleVaried: 'Au moins cinq caractères différents, sans motif répété',
  ruleUncommon: 'Difficile à deviner : par exemple quatre mots sans rapport entre eux, ni avec vous',
  met: 'Fait :',
  unmet: 'À faire :',
  missing: 'Choisissez un mot de passe.',
  short: 'Trop court : utilisez au moins {{min}} caractères.',
  long: 'Trop long : utilisez {{max}} caractères au plus.',
  monotonous: 'Quelques caractères ou un motif s’y répètent. Variez davantage.',
  mismatch: 'Les deux mots de passe diffèrent.',
  failed: 'Le mot de passe n’a pas été enregistré',
  invalidTitle: 'Ce lien ne fonctionne plus',
  invalidDetail:
    'Un lien sert une fois, et pendant une heure. Si vous avez déjà choisi un mot de passe avec lui, connectez-vous ; sinon, demandez un nouveau lien.',
  incompleteTitle: 'Ouvrez de nouveau votre lien',
  incompleteDetail:
    'Le lien est incomplet, ou cette page a été rechargée et l’a perdu. Ouvrez de nouveau le lien de votre courriel.',
  toSignIn: 'Aller à la connexion',
}
