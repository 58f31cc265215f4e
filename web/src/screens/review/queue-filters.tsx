import { ActionIcon, Popover, Select, Stack, Tooltip } from '@mantine/core'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { themes } from '../../ui/theme-label.tsx'
import { sortOf, sorts, type Sort } from './review.queries.ts'
import type { Due, Queue } from './use-queue.ts'
import { dossierTypesQuery } from '../../parts/catalogue/catalogue.queries.ts'

const dues: readonly Due[] = ['any', 'late', 'week']

interface Props {
  accountId: number
  queue: Queue
}

export function QueueFilters({ accountId, queue }: Props) {
  const { t } = useTranslation()
  const { theme, type } = queue.filter
  const isFiltered = theme !== undefined || type !== undefined || queue.due !== 'any'
  const Icon = isFiltered ? IconFilterFilled : IconFilter
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Tooltip label={t('review.filters')} openDelay={400}>
          <ActionIcon
            variant={isFiltered ? 'light' : 'subtle'}
            color={isFiltered ? 'petrol' : 'gray'}
            aria-label={t('review.filters')}
          >
            <Icon size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('review.filters')}>
        <Choices accountId={accountId} queue={queue} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Choices({ accountId, queue }: Props) {
  const { t, i18n } = useTranslation()
  const { filter, setFilter, due, setDue } = queue
  const { data: types = [] } = useQuery(dossierTypesQuery(accountId))
  const language = i18n.language === 'fr' ? 'fr' : 'en'
  // Their lists must open inside: a portal would count as a click outside.
  const inside = { comboboxProps: { withinPortal: false }, allowDeselect: false }
  return (
    <Stack gap="sm">
      <Select
        {...inside}
        label={t('review.sort')}
        value={sortOf(filter.sort)}
        data={(Object.keys(sorts) as Sort[]).map((value) => ({ value, label: t(`review.sorts.${value}`) }))}
        onChange={(value) => setFilter({ sort: value === 'oldest' ? undefined : (value ?? undefined) })}
      />
      <Select
        {...inside}
        label={t('review.theme')}
        value={filter.theme ?? ''}
        data={[
          { value: '', label: t('review.anyTheme') },
          ...themes.map((value) => ({ value, label: t(`labels.theme.${value}`) })),
        ]}
        onChange={(value) => setFilter({ theme: value || undefined })}
      />
      <Select
        {...inside}
        label={t('review.dossierType')}
        value={filter.type ?? ''}
        data={[
          { value: '', label: t('review.anyDossierType') },
          ...types.map(({ code, label }) => ({ value: code, label: label[language] })),
        ]}
        onChange={(value) => setFilter({ type: value || undefined })}
      />
      <Select
        {...inside}
        label={t('review.due')}
        value={due}
        data={dues.map((value) => ({ value, label: t(`review.dues.${value}`) }))}
        onChange={(value) => setDue(value ?? 'any')}
      />
    </Stack>
  )
}
