import { Checkbox, Stack, Textarea } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { groundsOf, type Draft, type Matter } from './draft.ts'
import type { Verdict } from './screening.queries.ts'

interface Props {
  verdict: Verdict
  matter: Matter
  draft: Draft
  onDraft: (change: Partial<Draft>) => void
  /** Keys that mean something in all fields. */
  onKeyDown?: (event: KeyboardEvent) => void
}

const mostCharacters = 2_000

/** Why somebody is or is not the one on the list, or the one an article speaks of. */
export function Grounds({ verdict, matter, draft, onDraft, onKeyDown }: Props) {
  const { t } = useTranslation()
  const needsWords = draft.grounds.includes('OTHER')
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label={t('screening.grounds')}
        description={t('screening.groundsHelp')}
        value={[...draft.grounds]}
        onChange={(chosen) =>
          onDraft({ grounds: groundsOf(verdict, matter).filter((ground) => chosen.includes(ground)) })
        }
      >
        <Stack gap={6} mt={6}>
          {groundsOf(verdict, matter).map((ground) => (
            <Checkbox
              key={ground}
              size="xs"
              value={ground}
              label={t(`screening.ground.${ground}`)}
              onKeyDown={onKeyDown}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        autosize
        minRows={1}
        maxRows={4}
        maxLength={mostCharacters}
        label={t('screening.comment')}
        description={needsWords ? t('screening.commentRequired') : t('screening.commentHelp')}
        required={needsWords}
        value={draft.comment}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => onDraft({ comment: currentTarget.value })}
      />
    </Stack>
  )
}
