export const themeCodes = [
  'LEGAL_COMPLIANCE',
  'FINANCE',
  'ENVIRONMENT',
  'CYBERSECURITY',
  'ETHICS',
  'HUMAN_RIGHTS',
] as const

export type Theme = (typeof themeCodes)[number]
