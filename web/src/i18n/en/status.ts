export const status = {
  ACTIVE: 'Active',
  IN_COLLECTIVE_PROCEDURE: 'Insolvency',
  STRUCK_OFF: 'Struck off',
}
