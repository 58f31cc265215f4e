import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { teamsQuery } from '../people/teams.queries.ts'
import { personQuery } from './owners.queries.ts'
import { readParty } from './party.ts'

const nobody = { userId: null, teamId: null }

/** What a filter or a field that keeps numbers is to say; null if it keeps nothing. */
export function usePartyName(accountId: number, text: string | null): string | null {
  const { t } = useTranslation()
  const { userId, teamId } = text === null || text === 'me' ? nobody : readParty(text)
  const isTeam = teamId !== null
  const teams = useQuery({ ...teamsQuery(accountId), enabled: isTeam })
  const person = useQuery({ ...personQuery(accountId, userId ?? 0), enabled: userId !== null })
  if (text === null) return null
  if (text === 'me') return t('owners.filter.mine')
  const isKnown = isTeam ? teams.isFetched : person.isFetched
  const name = isTeam ? teams.data?.find((one) => one.teamId === teamId)?.name : person.data
  return name ?? (isKnown ? t('owners.unknown') : '…')
}
