import { useTranslation } from 'react-i18next'
import type { Texts } from '../../i18n/en/index.ts'

type Known = keyof Texts['screening']['source']

/** A list by its publisher, and one that the account keeps by the name it has given. */
export function useListName(): (list: { source: string; name: string }) => string {
  const nameOf = useListSource()
  return ({ source, name }) => (source === 'OWN' ? name : nameOf(source))
}

/** The publisher of a list; one that this page does not know goes by its code. */
export function useListSource(): (source: string) => string {
  const { t, i18n } = useTranslation()
  return (source) =>
    i18n.exists(`screening.source.${source}`) ? t(`screening.source.${source as Known}`) : source
}
