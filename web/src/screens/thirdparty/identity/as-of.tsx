import { Button, Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../parts/answer/use-today.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import classes from './identity.module.css'

interface Props {
  day: string
  since: string
  onDay: (day: string) => void
}

/** Looks back: the journal knows what the record was on any day since it is there. */
export function AsOf({ day, since, onDay }: Props) {
  const { t } = useTranslation()
  const today = useToday(useThirdPartyIds().accountId)
  return (
    <Group gap="xs" align="center" className={classes.asOf}>
      <TextInput
        type="date"
        size="xs"
        label={t('thirdparty.asOf')}
        classNames={{ root: classes.asOfField ?? '', label: classes.asOfLabel ?? '' }}
        min={since}
        max={today}
        value={day}
        onChange={(event) => onDay(event.currentTarget.value)}
      />
      {day !== '' && (
        <Button size="xs" variant="default" onClick={() => onDay('')}>
          {t('thirdparty.asOfNow')}
        </Button>
      )}
    </Group>
  )
}
