/** When a visitor can expect a reply to an enquiry. The confirmation of the form and the e-mail say the same. */
export const REPLY_TIME = 'within one working day'
