import { Code, Popover, Text, UnstyledButton } from '@mantine/core'
import { IconMathFunction } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './attribute-field.module.css'

/** Says that nobody typed this, and how it comes about. */
export function CalculatedMark({ label, formula }: { label: string; formula: string }) {
  const { t } = useTranslation()
  return (
    <Popover width={320} position="bottom-start" shadow="md" trapFocus={false} withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={classes.mark}
          aria-label={`${t('attributesEdit.calculated')}, ${t('attributesEdit.formula')}: ${label}`}
        >
          <IconMathFunction size={14} stroke={1.8} aria-hidden="true" />
          {t('attributesEdit.calculated')}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb={8}>
          {t('attributesEdit.calculatedHelp')}
        </Text>
        <Text size="xs" c="dimmed" mb={4}>
          {t('attributesEdit.formula')}
        </Text>
        <Code block>{formula}</Code>
      </Popover.Dropdown>
    </Popover>
  )
}
