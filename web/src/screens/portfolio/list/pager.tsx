import { Button, Group, Select, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/format.ts'
import type { PortfolioPage } from '../portfolio.queries.ts'
import { pageSizes, sizeOf } from './portfolio-search.ts'
import classes from './portfolio.module.css'
import { portfolioRoute, type Portfolio } from './use-portfolio.ts'

interface Props {
  portfolio: Portfolio
  page: PortfolioPage
}

export function Pager({ portfolio, page }: Props) {
  const { t } = useTranslation()
  const { search } = portfolio
  const cursor = search['cursor']
  const trail = useLocation({ select: (location) => location.state.trail })
  const goTo = useGoTo(portfolio)
  const before = trail?.at(-1)
  const { next } = page
  return (
    <nav aria-label={t('portfolio.pages')} className={classes.pager}>
      <Range page={page} size={sizeOf(search)} index={cursor === undefined ? 0 : (trail?.length ?? null)} />
      <Group gap="xs">
        <PageSize portfolio={portfolio} />
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

/** Keyset paging knows no way back: the address carries the page, its state the pages before. */
function useGoTo({ search }: Portfolio) {
  const navigate = useNavigate({ from: portfolioRoute })
  return (cursor: string, trail: string[]) => {
    const { cursor: _left, ...rest } = search
    void navigate({ search: cursor === '' ? rest : { ...rest, cursor }, state: { trail } })
  }
}

function PageSize({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation()
  return (
    <Select
      size="sm"
      w={146}
      aria-label={t('portfolio.pageSize')}
      allowDeselect={false}
      data={pageSizes.map((value) => ({ value, label: t('portfolio.perPage', { size: value }) }))}
      value={String(sizeOf(portfolio.search))}
      onChange={(size) => portfolio.change({ size: size === pageSizes[0] ? null : size })}
    />
  )
}

/** `index` is null on a page reached by a shared address, of which only the rows are known. */
function Range({ page, size, index }: { page: PortfolioPage; size: number; index: number | null }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (index === null || page.content.length === 0) return <span />
  const from = index * size + 1
  const text = {
    from: format.number(from),
    to: format.number(from + page.content.length - 1),
    total: format.number(page.totalElements),
  }
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {page.totalIsExact ? t('portfolio.range', text) : t('portfolio.rangeAtLeast', text)}
    </Text>
  )
}
