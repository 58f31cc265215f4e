import { Type } from 'typebox'
import { type HttpRoutes } from '../../platform/http/index.ts'
import { companyRegisters } from '../../platform/kernel/index.ts'

const Register = Type.Object(
  {
    code: Type.String({ description: 'Of GLEIF’s list of registration authorities.' }),
    countryCode: Type.String(),
    name: Type.String(),
    numberName: Type.String({ description: 'What its number is called there.' }),
  },
  { title: 'CompanyRegister' },
)

/** The registers of national numbers that we can name. */
export const registersRoutes = (): HttpRoutes => async (app) => {
  app.get(
    '/company-registers',
    {
      config: { right: 'read' },
      schema: {
        operationId: 'listCompanyRegisters',
        tags: ['Third parties'],
        summary: 'Registers of national company numbers; other registration authorities are accepted as well',
        description:
          'Their codes are those of the registration authority list of GLEIF. Use one as `register` of a national number.',
        response: { 200: Type.Object({ content: Type.Array(Register) }) },
      },
    },
    () => ({ content: [...companyRegisters] }),
  )
}
