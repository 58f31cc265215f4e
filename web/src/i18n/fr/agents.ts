import type { Texts } from '../en/index.ts'

export const agents: Texts['agents'] = {
  title: 'Ce que les agents peuvent faire',
  help: 'Les agents sont des assistants et autres programmes qui utilisent Vigie pour quelqu’un par le Model Context Protocol. Ils ne voient et ne font jamais plus que cette personne.',
  access: {
    OFF: 'Rien',
    READ: 'Lire',
    WRITE: 'Lire et écrire',
  },
  accessHelp: {
    OFF: 'Aucun agent n’est admis.',
    READ: 'Ils cherchent et lisent ce que leur personne peut lire, et proposent des textes.',
    WRITE:
      'Ils peuvent aussi commenter, créer des tâches et demander des documents au nom de leur personne. Le journal le signale.',
  },
  through: '{{name}} via un agent ({{agent}})',
}
