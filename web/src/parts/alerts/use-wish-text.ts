import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { themes as allThemes } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { criticalitiesQuery } from '../catalogue/catalogue.queries.ts'
import { alertKinds, type RowReach } from './wishes.ts'

export interface Wanted {
  readonly kinds: readonly string[]
  readonly themes: readonly string[]
  readonly minCriticality: string | null
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const small = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** What somebody wants to hear of, in words. */
export function useWishText() {
  const { t, i18n } = useTranslation()
  const { data: criticalities = [] } = useQuery(criticalitiesQuery(useAccountId()))
  const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' })
  const joinNames = (names: readonly string[]) => capital(list.format(names.map(small)))

  function kindsText(kinds: readonly string[]): string {
    const chosen = alertKinds.filter((kind) => kinds.includes(kind))
    if (kinds.length === 0 || chosen.length === alertKinds.length) return t('alerts.everything')
    const others = alertKinds.filter((kind) => !kinds.includes(kind))
    const nameOf = (kind: (typeof alertKinds)[number]) => t(`alerts.kind.${kind}`)
    // Fewer words say the same.
    if (others.length <= 3)
      return t('alerts.everythingBut', { kinds: list.format(others.map((kind) => small(nameOf(kind)))) })
    return joinNames(chosen.map(nameOf))
  }

  function limitTexts({ themes, minCriticality }: Wanted): string[] {
    const named = allThemes
      .filter((theme) => themes.includes(theme))
      .map((theme) => t(`labels.theme.${theme}`))
    const isFirst = criticalities[0] === minCriticality
    return [
      ...(named.length > 0 ? [t('alerts.inThemes', { themes: list.format(named) })] : []),
      ...(minCriticality === null
        ? []
        : [t(isFirst ? 'alerts.ofCriticality' : 'alerts.fromCriticality', { name: minCriticality })]),
    ]
  }

  return {
    kindsText,
    wantedText: (wanted: Wanted) => [kindsText(wanted.kinds), ...limitTexts(wanted)].join(' · '),
    wishText: (wanted: Wanted, reach: RowReach) =>
      [kindsText(wanted.kinds), t(`alerts.ofReach.${reach}`), ...limitTexts(wanted)].join(' · '),
    teamWishText: (wanted: Wanted, reach: Exclude<RowReach, 'BOTH'>) =>
      [kindsText(wanted.kinds), t(`alerts.ofTeamReach.${reach}`), ...limitTexts(wanted)].join(' · '),
  }
}
