import { describe } from 'vitest'
import { tellStory } from './common-providers.ts'
import { commonSettings } from './common-settings.ts'

// The one that differs most from the usual: no email_verified, another subject than sub. The proofs play all five.
const entra = commonSettings.filter(({ name }) => name === 'Entra ID')

describe.each(entra)('With a provider set up like $name', (setting) => {
  describe('in this order', { shuffle: false }, () => {
    tellStory(setting)
  })
})
