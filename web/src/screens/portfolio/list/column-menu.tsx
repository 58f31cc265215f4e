import { Button, Checkbox, Group, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AttributeDefinition } from '../portfolio.queries.ts'
import { defaultColumns } from './column-keys.ts'
import { useColumnChoices } from './columns.tsx'
import classes from './portfolio.module.css'
import type { Portfolio } from './use-portfolio.ts'

interface Props {
  portfolio: Portfolio
  definitions: readonly AttributeDefinition[]
}

export function ColumnMenu({ portfolio, definitions }: Props) {
  const { t } = useTranslation()
  const choices = useColumnChoices(definitions)
  const visible = new Set(portfolio.columns)
  function toggle(key: string, isVisible: boolean) {
    const next = new Set(visible)
    if (isVisible) next.add(key)
    else next.delete(key)
    portfolio.chooseColumns(choices.map((choice) => choice.key).filter((one) => next.has(one)))
  }
  return (
    <Popover position="bottom-end" width={280} shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={17} stroke={1.7} aria-hidden="true" />}>
          {t('portfolio.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('portfolio.columnsTitle')}>
        <Stack gap={9} className={classes.columnChoices}>
          {choices.map(({ key, label }) => (
            <Checkbox
              key={key}
              size="sm"
              label={label}
              disabled={key === 'name'}
              checked={visible.has(key)}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />
          ))}
        </Stack>
        <Group justify="flex-end" mt="sm">
          <Button size="compact-sm" variant="subtle" onClick={() => portfolio.chooseColumns(defaultColumns)}>
            {t('portfolio.columnsReset')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
