import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestedDocument } from '../../parts/answer/answer-types.ts'
import { DayLeft } from '../../parts/answer/day-left.tsx'
import { InternalMark } from '../../parts/answer/internal-mark.tsx'
import { useToday } from '../../parts/answer/use-today.ts'
import { useFormat } from '../../ui/format.ts'
import { Facts } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import { DocumentStatusPill } from '../../ui/status-pills.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { DocumentActions } from './document-actions.tsx'
import { DocumentAnswers } from './document-answers.tsx'
import classes from './dossier.module.css'
import type { Dossier } from './dossier.queries.ts'
import { HitsLink } from './hits-link.tsx'
import { Part } from './part.tsx'
import { useReasonText } from './use-reason-text.ts'
import { documentTypeQuery } from '../../parts/catalogue/catalogue.queries.ts'

const Comments = lazy(async () => ({ default: (await import('../../parts/comments/comments.tsx')).Comments }))

interface Props {
  dossier: Dossier
  document: RequestedDocument
  onAnswer: () => void
}

export function DocumentDetail({ dossier, document, onAnswer }: Props) {
  const { t } = useTranslation()
  const reasonText = useReasonText()
  const { dossierId, documentId, statusCode, stopped } = document
  return (
    <>
      <div className={classes.drawerHead}>
        {stopped ? (
          <Pill tone="neutral">{t('dossier.documents.stopped')}</Pill>
        ) : (
          <DocumentStatusPill status={statusCode} />
        )}
        <span>{reasonText(document)}</span>
        <InternalMark answeredBy={document.answeredBy} />
      </div>
      <HitsLink document={document} />
      <DocumentActions dossier={dossier} document={document} onAnswer={onAnswer} />
      <WhyAsked document={document} />
      <DocumentAnswers document={document} />
      <Part title={t('dossier.tabs.comments')}>
        <Suspense fallback={<Skeleton height={90} radius={10} />}>
          <Comments target={{ dossierId, documentId }} thirdpartyId={dossier.thirdpartyId} />
        </Suspense>
      </Part>
    </>
  )
}

function WhyAsked({ document }: { document: RequestedDocument }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const accountId = useAccountId()
  const today = useToday(accountId)
  const { data: type } = useQuery(documentTypeQuery(accountId, document.documentCode))
  const language = i18n.language === 'fr' ? 'fr' : 'en'
  const { required, alternativeGroup, dueDate, expirationDate, statusCode, legalBasis } = document
  const isOutstanding = required && statusCode !== 'VALID' && statusCode !== 'ONGOING'
  const need = alternativeGroup !== null ? 'oneEnough' : required ? 'required' : 'optional'
  return (
    <Part title={t('dossier.documents.whyTitle')}>
      <Facts
        facts={[
          {
            label: t('dossier.documents.purpose'),
            value: type === undefined ? '…' : type.definition.purpose[language],
          },
          { label: t('dossier.documents.legalBasis'), value: legalBasis },
          { label: t('dossier.documents.need'), value: t(`dossier.documents.${need}`) },
          { label: t('dossier.documents.askedOn'), value: format.day(document.requestDate) },
          {
            label: t('dossier.list.due'),
            value:
              dueDate === null ? null : (
                <DayLeft day={dueDate} today={today} kind="due" resolved={!isOutstanding} />
              ),
            optional: true,
          },
          {
            label: t('dossier.documents.until'),
            value:
              expirationDate === null ? null : <DayLeft day={expirationDate} today={today} kind="expiry" />,
            optional: true,
          },
        ]}
      />
    </Part>
  )
}
