import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { portfolioPageSize, type Page, type ThirdParty } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './portfolio.module.css'

const here = '/account/$accountId/thirdparties'

export function Pager({ page }: { page: Page<ThirdParty> }) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: here })
  const { cursor } = useSearch({ from: here })
  const trail = useLocation({ select: (location) => location.state.trail })
  const before = trail?.at(-1)
  const { next } = page

  function goTo(target: string, nextTrail: string[]) {
    void navigate({ search: target === '' ? {} : { cursor: target }, state: { trail: nextTrail } })
  }

  return (
    <nav aria-label={t('portfolio.pages')} className={classes.pager}>
      <Range page={page} index={cursor === undefined ? 0 : (trail?.length ?? null)} />
      <Group gap="xs">
        {cursor !== undefined && trail === undefined && (
          <Button variant="default" size="sm" onClick={() => goTo('', [])}>
            {t('portfolio.first')}
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          disabled={before === undefined}
          leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
          onClick={() => goTo(before ?? '', trail?.slice(0, -1) ?? [])}
        >
          {t('portfolio.previous')}
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={next === null}
          rightSection={<IconChevronRight size={16} aria-hidden="true" />}
          onClick={() => goTo(next ?? '', [...(trail ?? []), cursor ?? ''])}
        >
          {t('portfolio.next')}
        </Button>
      </Group>
    </nav>
  )
}

/** `index` is null on a page reached by a shared address, of which only the rows are known. */
function Range({ page, index }: { page: Page<ThirdParty>; index: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (index === null || page.content.length === 0) return <span />
  const from = index * portfolioPageSize + 1
  const words = {
    from: format.number(from),
    to: format.number(from + page.content.length - 1),
    total: format.number(page.totalElements),
  }
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {page.totalIsExact ? t('portfolio.range', words) : t('portfolio.rangeAtLeast', words)}
    </Text>
  )
}
