import { Button, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCalendar,
  IconCertificate,
  IconChevronDown,
  IconClipboardCheck,
  IconPlayerStop,
  IconUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, saveFile } from '../../api/index.ts'
import { answersQuery } from '../../parts/answer/answer-queries.ts'
import { isAnsweredByPeople, powersOver, type RequestedDocument } from '../../parts/answer/answer-types.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useRights } from '../../ui/use-rights.ts'
import { ChangeDocumentDialog } from './change-document-dialog.tsx'
import classes from './dossier.module.css'
import type { Dossier } from './dossier.queries.ts'
import { StopDialog } from './stop-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

interface Props {
  dossier: Dossier
  document: RequestedDocument
  onAnswer: () => void
}

type Opened = 'change' | 'stop' | 'withdraw'

export function DocumentActions({ dossier, document, onAnswer }: Props) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const rights = useRights(accountId)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { data: answers = [] } = useQuery(answersQuery(accountId, document))
  const close = () => setOpened(null)
  const place = { document: document.documentId, dossier: document.dossierId }
  const isLive = !dossier.archived && !document.stopped
  const canAnswer = rights.manage && isLive && isAnsweredByPeople(document)
  const isInternal = document.answeredBy === 'ACCOUNT' || document.kind === 'CHECK'
  const hasDraft = answers.some(({ status }) => status === 'DRAFT')
  const underWay = answers.find(({ status }) => status === 'CHECKING' || status === 'PENDING')
  const may = underWay === undefined ? { withdraw: false, review: false } : powersOver(underWay)
  const canReview = rights.decide && isLive && may.review && underWay?.status === 'PENDING'
  return (
    <div className={classes.drawerActions}>
      {canReview && (
        <ButtonLink
          to="/account/$accountId/review"
          params={{ accountId }}
          search={place}
          leftSection={<IconClipboardCheck size={17} stroke={1.7} aria-hidden="true" />}
        >
          {t('dossier.documents.review')}
        </ButtonLink>
      )}
      {canAnswer && (
        <Button
          variant={canReview || document.statusCode === 'VALID' ? 'default' : 'filled'}
          leftSection={<IconUpload size={17} stroke={1.7} aria-hidden="true" />}
          onClick={onAnswer}
        >
          {t(`dossier.answer.${hasDraft ? 'continue' : isInternal ? 'beginInside' : 'begin'}`)}
        </Button>
      )}
      <MoreActions dossier={dossier} document={document} canWithdraw={may.withdraw} onChoose={setOpened} />
      <ChangeDocumentDialog
        dossier={dossier}
        document={document}
        opened={opened === 'change'}
        onClose={close}
      />
      <StopDialog document={document} opened={opened === 'stop'} onClose={close} />
      <WithdrawDialog document={document} answer={underWay} opened={opened === 'withdraw'} onClose={close} />
    </div>
  )
}

interface MoreProps {
  dossier: Dossier
  document: RequestedDocument
  canWithdraw: boolean
  onChoose: (opened: Opened) => void
}

function MoreActions({ dossier, document, canWithdraw, onChoose }: MoreProps) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { manage, audit } = useRights(accountId)
  const { dossierId, documentId } = document
  const trail = useApiMutation({
    mutationFn: async () => {
      const path = '/dossiers/{dossierId}/documents/{documentId}/audit-trail'
      const file = await api.account(accountId).download(path, { path: { dossierId, documentId } })
      return saveFile(file, `audit-trail-${documentId}.pdf`)
    },
  })
  const isLive = manage && !dossier.archived && !document.stopped
  const items = [
    { key: 'change', icon: IconCalendar, shown: isLive },
    { key: 'withdraw', icon: IconArrowBackUp, shown: isLive && canWithdraw },
    { key: 'stop', icon: IconPlayerStop, shown: isLive && !dossier.type.typed },
  ] as const
  const visible = items.filter((item) => item.shown)
  if (visible.length === 0 && !audit) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={trail.isPending}
          rightSection={<IconChevronDown size={15} aria-hidden="true" />}
        >
          {t('common.actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {visible.map(({ key, icon: Icon }) => (
          <Menu.Item
            key={key}
            leftSection={<Icon size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => onChoose(key)}
          >
            {t(`dossier.${key}.open`)}
          </Menu.Item>
        ))}
        {audit && (
          <Menu.Item
            leftSection={<IconCertificate size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => trail.mutate()}
          >
            {t('dossier.documents.trail')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
