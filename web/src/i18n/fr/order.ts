import type { Texts } from '../en/index.ts'

export const order: Texts['order'] = {
  up: 'Monter : {{name}} ({{place}} sur {{total}})',
  down: 'Descendre : {{name}} ({{place}} sur {{total}})',
  at: '{{name}} est maintenant en position {{place}} sur {{total}}',
}
