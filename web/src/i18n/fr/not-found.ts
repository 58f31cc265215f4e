import type { Texts } from '../en/index.ts'

export const notFound: Texts['notFound'] = {
  title: 'Rien à l’horizon',
  detail:
    'Cette adresse ne mène à aucune page. Elle a peut-être été mal saisie, ou la page a changé de place.',
  home: 'Aller au tableau de bord',
}
