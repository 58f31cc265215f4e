import type { TFunction } from 'i18next'

const errors = [
  'URL_REFUSED',
  'ADDRESS_REFUSED',
  'DNS',
  'CONNECTION',
  'TLS',
  'TIMEOUT',
  'BROKEN',
  'REDIRECT',
  'STATUS',
  'OUT_OF_SIGHT',
] as const

/** Why a message did not arrive. */
export function errorText(t: TFunction, error: string): string {
  const known = errors.find((one) => one === error)
  return known === undefined ? error : t(`webhooks.error.${known}`)
}
