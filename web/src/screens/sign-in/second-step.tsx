import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passSecondFactor, repeatQuestion, type SecondFactorQuestion } from '../../api/index.ts'
import { ProofForm } from '../../parts/second-factor/proof-form.tsx'

interface Props {
  question: SecondFactorQuestion
  submit: string
  onDone: (isRecovered: boolean) => void
  onStartAgain: () => void
}

/** What follows a right password of somebody who has a second factor. */
export function SecondStep({ question: first, submit, onDone, onStartAgain }: Props) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState(first)
  const { challenge, methods, webauthn } = question
  function askAgain() {
    // Where the question has run out, the refusal on the page says so.
    if (webauthn !== null) repeatQuestion(challenge).then(setQuestion, () => undefined)
  }
  return (
    <>
      <ProofForm
        methods={methods}
        webauthn={webauthn}
        give={(proof) => passSecondFactor(challenge, proof)}
        submit={submit}
        failed={t('signIn.failed')}
        onDone={({ recoveryCode }) => onDone(recoveryCode !== undefined)}
        onFailed={askAgain}
      />
      <Button variant="subtle" size="sm" onClick={onStartAgain}>
        {t('signIn.startAgain')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('signIn.lost')}
      </Text>
    </>
  )
}
