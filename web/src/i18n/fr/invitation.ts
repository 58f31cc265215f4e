import type { Texts } from '../en/index.ts'

export const invitation: Texts['invitation'] = {
  pageTitle: 'Invitation',
  title: 'Votre invitation',
  lead: 'à travailler avec une organisation sur Vigie',
  offer: '{{account}} vous invite',
  offerLead: 'L’invitation est pour {{email}}. Rien ne se passe sans votre accord.',
  roles: 'Ce que vous pourrez faire',
  role: {
    ADMIN: 'Administrateur : tout, y compris les personnes et les réglages',
    MANAGER: 'Gestionnaire : gère les tiers, des dossiers, des contacts et des règles',
    REVIEWER: 'Examinateur : consulte le portefeuille et statue sur les réponses',
    READER: 'Lecteur : consulte le portefeuille',
    AUDITOR: 'Auditeur : consulte le portefeuille et vérifie les journaux',
  },
  choose: 'Pour accepter, choisissez le mot de passe avec lequel vous vous connecterez.',
  accept: 'Accepter l’invitation',
  decline: 'Refuser',
  needsSignIn: 'Vous avez déjà accès avec {{email}}. Connectez-vous pour accepter.',
  toSignIn: 'Se connecter pour répondre',
  failed: 'L’invitation n’a pas pu être chargée',
  invalidTitle: 'Cette invitation ne fonctionne plus',
  invalidDetail:
    'Elle a été acceptée, refusée ou retirée, ou ses sept jours sont passés. Demandez à la personne qui vous a invité de la renvoyer.',
  incompleteTitle: 'Ouvrez de nouveau votre lien',
  incompleteDetail:
    'Le lien est incomplet, ou cette page a été rechargée et l’a perdu. Ouvrez de nouveau le lien de votre courriel.',
  declinedTitle: 'Vous avez refusé l’invitation',
  declinedDetail: 'Rien n’a été créé pour vous. Vous pouvez fermer cette page.',
  ownTitle: 'Vos invitations',
  none: 'Aucune invitation ne vous attend.',
  noneDetail:
    'Si la vôtre est arrivée à une autre adresse, déconnectez-vous, puis connectez-vous avec celle-ci.',
  join: 'Accepter',
  joined: 'Vous êtes désormais membre de {{account}}',
  toWork: 'Retour au travail',
}
