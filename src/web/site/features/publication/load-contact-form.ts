/** Only pages with the form load it. The server loads it before it renders pages. */
export const loadContactForm = () =>
  import('../../enquiry/form/contact-form.tsx').then(({ ContactForm }) => ({ default: ContactForm }))
