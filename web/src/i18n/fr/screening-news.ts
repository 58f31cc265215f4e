import type { Texts } from '../en/index.ts'

/** Articles that are reviewed like hits. */
export const screeningNews: Texts['screeningNews'] = {
  article: 'Article',
  deliveredBy: 'fourni par {{name}}',
  why: {
    ENTRY_ADDED: 'L’article vient d’être fourni.',
    ENTRY_CHANGED: 'Le texte de l’article a changé, ou il est de nouveau jugé défavorable.',
  },
  verdictHelp: {
    TRUE_MATCH: 'L’article concerne cette entreprise, et c’est grave',
    FALSE_POSITIVE: 'Il concerne une autre entreprise, ou c’est sans gravité',
    UNCLEAR: 'Il faut en savoir plus',
  },
  read: 'Lire l’article',
  noLink: 'Le fournisseur n’a pas donné d’adresse.',
  seeReview: 'Voir l’examen',
  seeReviewOf: 'Voir l’examen de « {{title}} »',
  'found|one': '{{count}} article à examiner',
  'found|other': '{{count}} articles à examiner',
}
