import { Button, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Pill } from '../../ui/pill.tsx'
import { Surface } from '../../ui/surface.tsx'
import { ActivationSwitch } from './activation-switch.tsx'
import { useRuleText } from './rule-text.ts'
import type { Rule } from './rules.queries.ts'
import classes from './rules.module.css'

interface Props {
  /** Null while they are on their way. */
  rules: Rule[] | null
  mayChange: boolean
  onOpen: (ruleId: number) => void
}

const waiting = [1, 2, 3, 4]

export function RuleList({ rules, mayChange, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    <Surface>
      <ul className={classes.list} aria-label={t('rules.title')} aria-busy={rules === null}>
        {rules === null
          ? waiting.map((one) => (
              <li key={one} className={classes.rule}>
                <Skeleton height={58} />
              </li>
            ))
          : rules.map((rule) => (
              <RuleRow key={rule.ruleId} rule={rule} mayChange={mayChange} onOpen={onOpen} />
            ))}
      </ul>
    </Surface>
  )
}

interface RowProps extends Omit<Props, 'rules'> {
  rule: Rule
}

function RuleRow({ rule, mayChange, onOpen }: RowProps) {
  const { t } = useTranslation()
  const { whom, what } = useRuleText()(rule)
  return (
    <li className={classes.rule}>
      <div className={classes.words}>
        <Title order={2} size="h5">
          {rule.name}
        </Title>
        <Text size="sm">
          <span className={classes.part}>{t('rules.for')}</span> {whom}
        </Text>
        <Text size="sm">
          <span className={classes.part}>{t('rules.opens')}</span> {what}
        </Text>
      </div>
      <div className={classes.side}>
        {mayChange ? (
          <ActivationSwitch rule={rule} />
        ) : (
          <Pill tone={rule.active ? 'good' : 'neutral'}>
            {rule.active ? t('rules.active') : t('rules.inactive')}
          </Pill>
        )}
        <Button variant="default" size="xs" onClick={() => onOpen(rule.ruleId)}>
          {mayChange && !rule.active ? t('common.change') : t('common.open')}
          <VisuallyHidden>: {rule.name}</VisuallyHidden>
        </Button>
      </div>
    </li>
  )
}
