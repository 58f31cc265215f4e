import type { Texts } from '../en/index.ts'

export const people: Texts['people'] = {
  search: 'Saisissez une partie du nom',
  nobody: 'Personne de ce nom',
}
