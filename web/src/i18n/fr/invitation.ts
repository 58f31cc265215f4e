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
    MANAGER: 'Gestionnaire : tiers, dossiers, contacts et règles',
    REVIEWER: 'Examinateur : statue sur les réponses',
    READER: 'Lecteur : consulte le portefeuille',
    AUDITOR: 'Auditeur : consulte et vérifie le journal',
  },
  accept: 'Accepter l’invitation',
  decline: 'Refuser',
  needsSignIn: 'Vous vous connectez déjà ici avec {{email}}. Connectez-vous pour accepter.',
  toSignIn: 'Se connecter pour répondre',
  failed: 'L’invitation n’a pas pu être lue',
  invalidTitle: 'Cette invitation ne fonctionne plus',
  invalidDetail:
    'Elle a été acceptée, refusée ou retirée, ou ses sept jours sont passés. Demandez à qui vous a invité de la renvoyer.',
  incompleteTitle: 'Ouvrez de nouveau votre lien',
  incompleteDetail:
    'Le lien que vous avez reçu n’est pas complet ici. Ouvrez-le encore une fois, en entier ; cette page l’oublie quand elle est rechargée.',
  declinedTitle: 'Vous avez refusé l’invitation',
  declinedDetail: 'Rien n’a été créé pour vous. Vous pouvez fermer cette page.',
  ownTitle: 'Vos invitations',
  none: 'Aucune invitation ne vous attend.',
  join: 'Accepter',
  joined: 'Vous êtes désormais membre de {{account}}',
  toWork: 'Aller à votre travail',
  leave: 'Se déconnecter',
}
