import { Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/index.ts'
import { DossierStatusPill } from '../../../ui/status-pills.tsx'
import classes from './add.module.css'

// Rules are applied by a job that usually starts at once.
const pollMs = 1_500
const watchMs = 20_000

interface Props {
  accountId: number
  thirdpartyId: number
}

/** The dossiers that opened by themselves, as they open. */
export function OpenedDossiers({ accountId, thirdpartyId }: Props) {
  const { t } = useTranslation()
  const [isWatching, setWatching] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWatching(false), watchMs)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    queryKey: ['thirdparty', accountId, thirdpartyId, 'dossiers', 'opened'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/thirdparties/{thirdpartyId}/dossiers', {
        path: { thirdpartyId },
        query: { size: 20 },
        signal,
      }),
    refetchInterval: isWatching ? pollMs : false,
  })
  const dossiers = data?.content ?? []
  return (
    <div aria-live="polite">
      <Text size="sm" fw={600} mb={6}>
        {t('add.dossiers')}
      </Text>
      {dossiers.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isWatching && <Loader size={14} mr={8} />}
          {t(isWatching ? 'add.dossiersSoon' : 'add.dossiersNone')}
        </Text>
      ) : (
        <ul className={classes.dossiers}>
          {dossiers.map(({ dossierId, type, documents, statusCode }) => (
            <li key={dossierId}>
              <Link to="/account/$accountId/dossiers/$dossierId" params={{ accountId, dossierId }}>
                {type.label}
              </Link>
              <Text size="sm" c="dimmed" component="span" ms="auto">
                {t('add.pieces', { count: documents.filter(({ required }) => required).length })}
              </Text>
              <DossierStatusPill status={statusCode} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
