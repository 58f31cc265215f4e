import { Button, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/index.ts'
import { useFormat } from '../../ui/format.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { ThemeLabel } from '../../ui/theme-label.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { type DossierTypeRow } from './catalogue.queries.ts'
import classes from './catalogue.module.css'
import { TypeMark } from './document-type-table.tsx'
import { DossierTypeDialog } from './dossier-type-dialog.tsx'
import { UpgradeNotice } from './upgrade-notice.tsx'
import { dossierTypesQuery } from '../../parts/catalogue/catalogue.queries.ts'

const here = '/account/$accountId/settings/dossier-types'
// No code of the catalogue looks like it.
const newType = 'new'

export function DossierTypes() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const { code } = useSearch({ from: here })
  const navigate = useNavigate({ from: here })
  const types = useQuery(dossierTypesQuery(accountId))
  const open = (next: string | undefined) =>
    void navigate({ search: next === undefined ? {} : { code: next } })
  return (
    <>
      <PageHeader
        title={t('catalogue.dossierTypes')}
        lead={t('catalogue.dossierTypesLead')}
        actions={
          administer && (
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => open(newType)}>
              {t('catalogue.addDossierType')}
            </Button>
          )
        }
      />
      {administer && <UpgradeNotice />}
      {types.isError ? (
        <ProblemAlert
          title={t('catalogue.loadFailed')}
          error={types.error}
          onRetry={() => void types.refetch()}
        />
      ) : (
        <ul className={classes.cards} aria-busy={types.data === undefined}>
          {types.data === undefined
            ? [1, 2, 3, 4].map((one) => <Skeleton key={one} component="li" height={168} radius={12} />)
            : types.data.map((row) => <Card key={row.code} row={row} onOpen={open} />)}
        </ul>
      )}
      {code !== undefined && (
        <DossierTypeDialog
          key={code}
          code={code === newType ? null : code}
          mayChange={administer}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}

function Card({ row, onOpen }: { row: DossierTypeRow; onOpen: (code: string) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const name = row.label[currentLanguage()]
  return (
    <li>
      <Surface className={classes.card}>
        <div className={classes.row}>
          <Title order={2} size="h5">
            {name}
          </Title>
          {row.draftVersion !== null && <Pill tone="info">{t('catalogue.draft')}</Pill>}
        </div>
        <span className={classes.code}>{row.code}</span>
        <Group gap="6px 16px" fz="sm">
          {row.themes.map((theme) => (
            <ThemeLabel key={theme} theme={theme} />
          ))}
        </Group>
        <div className={`${classes.row} ${classes.last}`}>
          <Text size="sm" c="dimmed">
            {t('catalogue.openDossiers', { number: format.number(row.openDossiers) })}
          </Text>
          <TypeMark row={row} />
        </div>
        <div>
          <Button variant="default" size="xs" onClick={() => onOpen(row.code)}>
            {t('common.open')}
            <VisuallyHidden>: {name}</VisuallyHidden>
          </Button>
        </div>
      </Surface>
    </li>
  )
}
