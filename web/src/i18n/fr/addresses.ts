import type { Texts } from '../en/index.ts'

export const addresses: Texts['addresses'] = {
  title: 'Adresses autorisées',
  lead: 'Les réseaux depuis lesquels les personnes et les clients d’API peuvent utiliser ce compte. Le portail des fournisseurs reste ouvert à tous.',
  reserved: 'Cette liste protège tout le compte : seuls les administrateurs la voient.',
  loadFailed: 'Les adresses autorisées n’ont pas pu être chargées',
  open: 'Le compte peut être utilisé depuis n’importe où.',
  closed: 'Depuis toute autre adresse, l’accès est refusé, même avec un mot de passe ou un jeton valable.',
  ranges: 'Adresses et plages',
  rangesHelp:
    'Une par ligne, IPv4 ou IPv6, par exemple 203.0.113.7 ou 203.0.113.0/24. Vide : depuis n’importe où.',
  unread: 'Ni adresse ni plage : {{ranges}}',
  yours: 'Votre adresse est {{address}}.',
  addYours: 'L’ajouter',
  lockOutTitle: 'Vous perdriez vous-même l’accès',
  lockOutDetail:
    'Votre adresse, {{address}}, ne figure pas dans cette liste. Enregistrée telle quelle, elle vous ferme l’accès en quelques secondes, et seule une personne à une adresse autorisée ou l’exploitant pourra la modifier.',
  lockOutConfirm: 'Enregistrer quand même',
}
