import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import classes from './dossier.module.css'
import type { Dossier } from './dossier.queries.ts'

const namedAtMost = 3
/** As many pieces as a record has; with so many there may be more. */
const piecesAtMost = 10

/** The reason for the status in a sentence, with the documents it hangs on. */
export function StatusWhy({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { statusReason, expirationDate } = dossier
  const date = expirationDate === null ? '' : format.date(expirationDate)
  const counted = countedSentence(dossier, t)
  return (
    <p className={classes.why}>
      {counted !== null && `${counted} `}
      {t(`dossier.why.${statusReason}`, { date })}
      <Pieces dossier={dossier} />
    </p>
  )
}

/** How far it has got, while something is on its way or expected. */
function countedSentence({ statusCode, statusReason, completion, documents }: Dossier, t: TFunction) {
  if (statusCode === 'ABSENT') return statusReason === 'NOTHING_ASKED' ? null : t('dossier.why.absent')
  if (statusCode !== 'ONGOING') return null
  const toReview = documents.filter((one) => one.required && one.statusCode === 'ONGOING').length
  const awaited = completion.required - completion.valid
  const parts = [
    t('dossier.why.accepted', { count: completion.valid }),
    toReview > 0 ? t('dossier.why.toReview', { count: toReview }) : null,
    awaited > toReview ? t('dossier.why.awaited', { count: awaited - toReview }) : null,
  ]
  return `${parts.filter((one) => one !== null).join(', ')}.`
}

/** Those of the reason itself; what else is behind the status is counted. */
function Pieces({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { dossierId, statusReason, statusPieces, documents } = dossier
  const names = new Map(documents.map((one) => [one.documentId, one.documentName]))
  const named = statusPieces.filter((one) => one.statusReason === statusReason).slice(0, namedAtMost)
  const more = statusPieces.length - named.length
  return (
    <>
      {named.map(({ documentId, documentCode }, index) => (
        <span key={documentId}>
          {index === 0 ? ' ' : ', '}
          <Link
            to="/account/$accountId/dossiers/$dossierId"
            params={{ accountId, dossierId }}
            search={{ document: documentId }}
            className={classes.piece}
          >
            {names.get(documentId) ?? documentCode}
          </Link>
        </span>
      ))}
      {more > 0 &&
        ` ${statusPieces.length < piecesAtMost ? t('dossier.why.andMore', { count: more }) : t('dossier.why.andOthers')}`}
    </>
  )
}
