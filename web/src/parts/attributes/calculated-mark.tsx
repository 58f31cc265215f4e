import { Code, Popover, Text, UnstyledButton } from '@mantine/core'
import { IconMathFunction } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './attribute-field.module.css'
import type { AttributeShape } from './attribute-value.ts'

/** Says that nobody typed this, how it comes about, and why there is nothing when that failed. */
export function CalculatedMark({ label, calculated, failure }: AttributeShape) {
  const { t } = useTranslation()
  return (
    <Popover width={320} position="bottom-start" shadow="md" trapFocus={false} withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={classes.mark}
          aria-label={`${t(failure ? 'attributesEdit.failed' : 'attributesEdit.calculated')}, ${t('attributesEdit.formula')}: ${label}`}
        >
          <IconMathFunction size={14} stroke={1.8} aria-hidden="true" />
          {t(failure ? 'attributesEdit.failed' : 'attributesEdit.calculated')}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb={8}>
          {failure ? t(`attributesEdit.failure.${failure}`) : t('attributesEdit.calculatedHelp')}
        </Text>
        <Text size="xs" c="dimmed" mb={4}>
          {t('attributesEdit.formula')}
        </Text>
        <Code block>{calculated}</Code>
      </Popover.Dropdown>
    </Popover>
  )
}
