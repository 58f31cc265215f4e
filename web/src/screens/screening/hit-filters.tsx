import { ActionIcon, Popover, Select, Stack, Tooltip } from '@mantine/core'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { screeningListsQuery } from '../../parts/screening/screening.queries.ts'
import { useListSource } from '../../parts/screening/use-list-source.ts'
import { useFormat } from '../../ui/format.ts'
import { useAccountId } from '../../ui/use-account-id.ts'
import { hitClasses, mineChoices, stateChoices } from './screening.queries.ts'
import type { Hits } from './use-hits.ts'

const scores = [70, 80, 90, 95]

export function isNarrowed({ filter }: Hits): boolean {
  const { class: hitClass, minScore, source, mine, thirdparty } = filter
  return [hitClass, minScore, source, mine, thirdparty].some((one) => one !== undefined)
}

export function HitFilters({ hits }: { hits: Hits }) {
  const { t } = useTranslation()
  const isFiltered = isNarrowed(hits) || hits.filter.state !== 'waiting'
  const Icon = isFiltered ? IconFilterFilled : IconFilter
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Tooltip label={t('screening.filters')} openDelay={400}>
          <ActionIcon
            variant={isFiltered ? 'light' : 'subtle'}
            color={isFiltered ? 'petrol' : 'gray'}
            aria-label={t('screening.filters')}
          >
            <Icon size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('screening.filters')}>
        <HitChoices hits={hits} />
      </Popover.Dropdown>
    </Popover>
  )
}

function HitChoices({ hits: { filter, setFilter } }: { hits: Hits }) {
  const { t } = useTranslation()
  const { percent } = useFormat()
  // Their lists must open inside: a portal would count as a click outside.
  const inside = { comboboxProps: { withinPortal: false }, allowDeselect: false }
  return (
    <Stack gap="sm">
      <Select
        {...inside}
        label={t('screening.state')}
        value={filter.state}
        data={stateChoices.map((value) => ({ value, label: t(`screening.states.${value}`) }))}
        onChange={(value) => setFilter({ state: value === 'waiting' ? undefined : (value ?? undefined) })}
      />
      <Select
        {...inside}
        label={t('screening.class')}
        value={filter.class ?? ''}
        data={[
          { value: '', label: t('screening.anyClass') },
          ...hitClasses.map((value) => ({ value, label: t(`screening.classes.${value}`) })),
        ]}
        onChange={(value) => setFilter({ class: value || undefined })}
      />
      <Select
        {...inside}
        label={t('screening.bySource')}
        value={filter.source ?? ''}
        data={[{ value: '', label: t('screening.anySource') }, ...useSources(filter.source)]}
        onChange={(value) => setFilter({ source: value || undefined })}
      />
      <Select
        {...inside}
        label={t('screening.mine')}
        value={filter.mine ?? ''}
        data={[
          { value: '', label: t('screening.anybody') },
          ...mineChoices.map((value) => ({ value, label: t(`screening.mineChoices.${value}`) })),
        ]}
        onChange={(value) => setFilter({ mine: value || undefined })}
      />
      <Select
        {...inside}
        label={t('screening.minScore')}
        value={String(filter.minScore ?? '')}
        data={[
          { value: '', label: t('screening.anyScore') },
          ...scores.map((score) => ({
            value: String(score),
            label: t('screening.fromScore', { score: percent(score / 100) }),
          })),
        ]}
        onChange={(value) => setFilter({ minScore: value ? Number(value) : undefined })}
      />
    </Stack>
  )
}

/** The publishers of the lists there are, and the one that is chosen, whose list may be gone. */
function useSources(chosen: string | undefined): { value: string; label: string }[] {
  const nameOf = useListSource()
  const { data: lists = [] } = useQuery(screeningListsQuery(useAccountId()))
  const sources = new Set([...lists.map(({ source }) => source), ...(chosen === undefined ? [] : [chosen])])
  return [...sources].map((source) => ({ value: source, label: nameOf(source) }))
}
