import type { Answer, Body, Row } from '@vigie/client'

export type Right = 'read' | 'manage' | 'decide' | 'audit' | 'administer'

export type Me = Omit<Answer<'getMe'>, 'accounts'> & { accounts: Account[] }
export type Account = Omit<Answer<'getMe'>['accounts'][number], 'rights'> & { rights: Right[] }
export type SignInOptions = Answer<'signInOptions'>
export type InvitationOffer = Answer<'readInvitation'>
export type OwnInvitation = Answer<'listOwnInvitations'>['content'][number]

export type AccessAnswer = Answer<'passStepUp'>
export type PasskeyQuestion = Answer<'askPasskey'>
export type PasskeyAnswer = Body<'signInWithPasskey'>['credential']
export type SecondFactorQuestion = Answer<'repeatSecondFactorQuestion'>
export type StepUpQuestion = Answer<'askStepUp'>
export type FactorInput = Omit<Body<'passSecondFactor'>, 'challenge'>
export type ProofInput = Body<'passStepUp'>

export type ThirdParty = Row<'listThirdParties'>
/** Read by itself; the same answer with a date has members missing. */
export type ThirdPartyNow = Exclude<Answer<'getThirdParty'>, { asOf: string }>
export type CompanyStatus = ThirdParty['status']
export type Headcount = NonNullable<ThirdParty['headcount']>
export type Address = NonNullable<ThirdParty['headOffice']>
export type LegalIdentifier = NonNullable<ThirdParty['legalIdentifier']>
export type IdentifierCode = LegalIdentifier['code']
