import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { thirdPartyQuery } from '../../api/index.ts'
import type { RequestedDocument } from '../../parts/answer/answer-types.ts'
import { useFormat } from '../../ui/format.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './dossier.module.css'
import { documentsQuery, type Dossier } from './dossier.queries.ts'

const namedAtMost = 3
const worst = ['INVALID', 'ACTION_REQUIRED', 'BELOW_EXPECTATION'] as const

/** The reason for the status in a sentence, with the documents it hangs on. */
export function StatusWhy({ dossier, today }: { dossier: Dossier; today: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const { data: documents = [] } = useQuery(documentsQuery(accountId, dossier.dossierId))
  const { data: company } = useQuery(thirdPartyQuery(accountId, dossier.thirdpartyId))
  const { statusCode, expirationDate } = dossier
  const requested = documents.filter(({ required, stopped }) => required && !stopped)
  const blocking = worst.some((one) => one === statusCode)
    ? requested.filter((one) => one.statusCode === statusCode)
    : []
  const isOver = statusCode === 'INVALID' && expirationDate !== null && expirationDate.slice(0, 10) < today
  const isStruckOff = statusCode === 'INVALID' && company?.status === 'STRUCK_OFF' && blocking.length === 0
  if (isOver)
    return <p className={classes.why}>{t('dossier.why.over', { date: format.date(expirationDate) })}</p>
  if (isStruckOff) return <p className={classes.why}>{t('dossier.why.struckOff')}</p>
  return (
    <p className={classes.why}>
      {sentence(dossier, requested, t)}
      {blocking.length > 0 && <Named documents={blocking} />}
    </p>
  )
}

function sentence(
  { statusCode, completion }: Dossier,
  requested: readonly RequestedDocument[],
  t: TFunction,
): string {
  const count = (status: RequestedDocument['statusCode']) =>
    requested.filter((one) => one.statusCode === status).length
  const awaited = completion.required - completion.valid
  if (statusCode === 'ABSENT') {
    return completion.required === 0 ? t('dossier.why.nothing') : t('dossier.why.ABSENT', { count: awaited })
  }
  if (statusCode !== 'ONGOING') return t(`dossier.why.${statusCode}`)
  const toReview = count('ONGOING')
  const parts = [
    t('dossier.why.accepted', { count: completion.valid }),
    toReview > 0 ? t('dossier.why.toReview', { count: toReview }) : null,
    awaited > toReview ? t('dossier.why.awaited', { count: awaited - toReview }) : null,
  ]
  return `${parts.filter((one) => one !== null).join(', ')}.`
}

function Named({ documents }: { documents: readonly RequestedDocument[] }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const more = documents.length - namedAtMost
  return (
    <>
      {documents.slice(0, namedAtMost).map(({ documentId, dossierId, documentName }, index) => (
        <span key={documentId}>
          {index === 0 ? ' ' : ', '}
          <Link
            to="/account/$accountId/dossiers/$dossierId"
            params={{ accountId, dossierId }}
            search={{ document: documentId }}
            className={classes.company}
          >
            {documentName}
          </Link>
        </span>
      ))}
      {more > 0 && ` ${t('dossier.why.andMore', { count: more })}`}
    </>
  )
}
