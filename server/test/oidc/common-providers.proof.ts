import { describe } from 'vitest'
import { tellStory } from './common-providers.ts'
import { commonSettings } from './common-settings.ts'

describe.each(commonSettings)('With a provider set up like $name', (setting) => {
  describe('in this order', { shuffle: false }, () => {
    tellStory(setting)
  })
})
