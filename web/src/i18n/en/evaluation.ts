export const evaluation = {
  title: 'Evaluation options',
  lead: 'What Vigie does automatically, and where it waits for a person.',
  loadFailed: 'The options could not be loaded',
  asking: 'Asking third parties',
  deciding: 'Deciding',
  autoInvite: 'Invite contacts automatically',
  autoInviteHelp:
    'As soon as something is requested from a company, its contacts receive a link to the portal, then reminders until they have answered.',
  askOtherContacts: 'Ask other contacts of the company',
  askOtherContactsHelp:
    'When a contact is silent, declines or cannot be reached, the other contacts of the company are asked for what that one answered for.',
  requestRenewals: 'Ask again before answers expire',
  requestRenewalsHelp: 'The contact is asked for a new document in good time, so that nothing lapses.',
  autoRenew: 'Renew dossiers that end',
  autoRenewHelp: 'A dossier whose type has a renewal period is followed by a new one on its last day.',
  autoAccept: 'Accept what the checks confirm',
  autoAcceptHelp:
    'An answer is accepted without a reviewer when every automatic check succeeds and none has a remark.',
  separateDuties: 'Nobody decides on their own answers',
  separateDutiesHelp:
    'Whoever sent an answer, saved it as a draft or corrected its dates leaves the decision to somebody else.',
  secondReviewer: 'Two people for bank details',
  secondReviewerHelp: 'Bank details are in force only after two different reviewers have accepted them.',
  struckOffInvalidates: 'Close the dossiers of struck-off companies',
  struckOffInvalidatesHelp:
    'When the register says that a company no longer exists, its dossiers become invalid.',
}
