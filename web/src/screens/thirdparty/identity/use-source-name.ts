import { useTranslation } from 'react-i18next'
import type { Texts } from '../../../i18n/en/index.ts'

// Other sources bear the name an operator gave them.
type KnownProvider = keyof Texts['provider']

export function useSourceName(): (provider: string) => string {
  const { t } = useTranslation()
  return (provider) => t(`provider.${provider as KnownProvider}`, { defaultValue: provider })
}
