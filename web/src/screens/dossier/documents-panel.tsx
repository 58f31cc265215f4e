import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../parts/answer/use-today.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { ThemeLabel } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { DocumentRow } from './document-row.tsx'
import classes from './dossier.module.css'
import { documentsQuery, type Dossier } from './dossier.queries.ts'
import { groupByTheme, type Choice, type ThemeGroup } from './group-documents.ts'

/** What the dossier asks for, by theme. */
export function DocumentsPanel({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const documents = useQuery(documentsQuery(accountId, dossier.dossierId))
  const [showsStopped, setShowsStopped] = useState(false)
  if (documents.isPending) return <Skeleton height={320} radius={12} />
  if (documents.isError) {
    return (
      <ProblemAlert
        title={t('dossier.documents.failed')}
        error={documents.error}
        onRetry={() => void documents.refetch()}
      />
    )
  }
  const requested = documents.data.filter(({ stopped }) => !stopped)
  const stopped = documents.data.length - requested.length
  return (
    <Stack gap="md">
      {requested.length === 0 && <Nothing dossier={dossier} />}
      {groupByTheme(showsStopped ? documents.data : requested).map((group) => (
        <ThemePanel key={group.theme} group={group} />
      ))}
      {stopped > 0 && (
        <Button
          variant="subtle"
          color="gray"
          className={classes.stoppedSwitch}
          aria-expanded={showsStopped}
          onClick={() => setShowsStopped(!showsStopped)}
        >
          {t(showsStopped ? 'dossier.documents.hideStopped' : 'dossier.documents.showStopped', {
            count: stopped,
          })}
        </Button>
      )}
    </Stack>
  )
}

function Nothing({ dossier }: { dossier: Dossier }) {
  const { t } = useTranslation()
  const { manage } = useRights(useAccountId())
  const canAsk = manage && !dossier.type.typed && !dossier.archived
  return (
    <Surface>
      <TeachingState
        icon={<IconFilePlus size={32} stroke={1.6} />}
        title={t('dossier.documents.empty')}
        detail={t(canAsk ? 'dossier.documents.emptyAsk' : 'dossier.documents.emptyWait')}
      />
    </Surface>
  )
}

function ThemePanel({ group }: { group: ThemeGroup }) {
  const { t } = useTranslation()
  const id = useId()
  const { theme, choices, required, valid } = group
  return (
    <section aria-labelledby={id}>
      <Surface className={classes.theme}>
        <div className={classes.themeHead}>
          <h2 id={id} className={classes.themeTitle}>
            <ThemeLabel theme={theme} />
          </h2>
          <Text size="sm" c="dimmed">
            {required === 0 ? t('dossier.nothingRequired') : t('dossier.completion', { valid, required })}
          </Text>
        </div>
        <ul className={classes.rows}>
          {choices.map((choice) => (
            <ChoiceRows key={choice.key} choice={choice} />
          ))}
        </ul>
      </Surface>
    </section>
  )
}

/** A document, or several of which one is enough. */
function ChoiceRows({ choice }: { choice: Choice }) {
  const { t } = useTranslation()
  const today = useToday(useAccountId())
  const [only] = choice.documents
  if (choice.documents.length === 1 && only !== undefined)
    return <DocumentRow document={only} today={today} />
  const isResolved = choice.documents.some(({ statusCode }) => statusCode === 'VALID')
  return (
    <li className={classes.choice}>
      <p className={classes.choiceTitle}>
        {t(isResolved ? 'dossier.documents.oneGiven' : 'dossier.documents.oneEnough')}
      </p>
      <ul className={classes.rows}>
        {choice.documents.map((document) => (
          <DocumentRow key={document.documentId} document={document} today={today} resolved={isResolved} />
        ))}
      </ul>
    </li>
  )
}
