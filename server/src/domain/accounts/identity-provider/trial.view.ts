import { Type, type Static } from 'typebox'
import { nullable, namedObject } from '../../../platform/http/index.ts'
import type { Language } from '../../../platform/kernel/index.ts'
import { signInCauses } from './sign-in-refusal.ts'
import { adviceOf } from './trial-advice.ts'
import { trialSteps, type TrialStep } from './trial-steps.ts'

const TrialStepRecord = namedObject('SignInTrialStep', {
  step: Type.Enum([...trialSteps]),
  outcome: Type.Enum(['PASSED', 'FAILED', 'SKIPPED']),
  detail: nullable(Type.String({ description: 'What was asked for or came back, in short.' })),
  cause: nullable(Type.Enum([...signInCauses])),
  advice: nullable(Type.String({ description: 'What to change, in the language of the request.' })),
  claims: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
    description: 'What the provider said of the person; never a token.',
  }),
})

const common = {
  tryId: Type.String(),
  state: Type.Enum(['STARTED', 'SUCCEEDED', 'FAILED']),
  expiresAt: Type.String({ description: 'Until then the outcome can be read.' }),
  steps: Type.Array(TrialStepRecord),
}

export const TrialRecord = namedObject('SignInTrial', common)

export const StartedTrial = namedObject('StartedSignInTrial', {
  ...common,
  goOnAt: nullable(
    Type.String({
      description: 'To be opened in the browser of whoever tries; null when a step failed already.',
    }),
  ),
})

export function viewSteps(
  steps: readonly TrialStep[],
  language: Language,
): Static<typeof TrialRecord>['steps'] {
  return steps.map(({ step, outcome, detail, cause, claims }) => ({
    step,
    outcome,
    detail,
    cause,
    advice: cause && adviceOf(cause, language),
    claims: [...claims],
  }))
}
