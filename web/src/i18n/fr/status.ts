import type { Texts } from '../en/index.ts'

export const status: Texts['status'] = {
  ACTIVE: 'Active',
  IN_COLLECTIVE_PROCEDURE: 'Procédure collective',
  STRUCK_OFF: 'Radiée',
}
