import type { Texts } from '../en/index.ts'

export const reading: Texts['reading'] = {
  title: 'Lu dans ce fichier',
  open: 'Afficher ce qui a été lu',
  close: 'Masquer ce qui a été lu',
  nothing: 'Aucun texte n’a pu être lu dans ce fichier.',
  recognised: 'Reconnu comme : {{kinds}}.',
  unrecognised: 'Aucun document connu n’a été reconnu.',
  reader: 'Lu par {{reader}}.',
  noFields: 'Aucune date ni aucun numéro n’a été trouvé.',
  doubts: 'Sur l’ensemble du fichier',
  tones: { doubt: 'À regarder', good: 'En ordre', plain: 'Lu' },
  differs: 'Saisi :',
  agrees: 'Identique à la saisie.',
  unsure: 'Incertain : comparez avec la page.',
  source: 'page {{page}}',
}
